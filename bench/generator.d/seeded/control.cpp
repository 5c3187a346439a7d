// Control flow, what a branch implies, and expressions that are taken for equal.

#include "bug.h"

using namespace seeded;

FUNCTION(switch_past_end, Early, "a dense switch is made a table and the value after the last case is not excluded") {
    bool changed = false;
    for (BasicBlock &BB : F) {
        auto *jump = dyn_cast<SwitchInst>(BB.getTerminator());
        if (!jump || jump->getNumCases() < 4)
            continue;
        APInt low = jump->case_begin()->getCaseValue()->getValue(), high = low;
        for (auto &handle : jump->cases()) {
            low = APIntOps::smin(low, handle.getCaseValue()->getValue());
            high = APIntOps::smax(high, handle.getCaseValue()->getValue());
        }
        if ((high - low + 1) != jump->getNumCases() || high.isMaxSignedValue() || !site.fires())
            continue;
        LLVMContext &context = F.getContext();
        BasicBlock *last = jump->findCaseValue(ConstantInt::get(context, high))->getCaseSuccessor();
        for (PHINode &phi : last->phis())
            phi.addIncoming(phi.getIncomingValueForBlock(&BB), &BB);
        jump->addCase(ConstantInt::get(context, high + 1), last);
        changed = true;
    }
    return changed;
}

FUNCTION(switch_below_zero, Early, "the range of a switch is computed without sign: its lowest negative case is lost") {
    bool changed = false;
    for (BasicBlock &BB : F) {
        auto *jump = dyn_cast<SwitchInst>(BB.getTerminator());
        if (!jump)
            continue;
        auto lowest = jump->case_end();
        bool positive = false;
        for (auto at = jump->case_begin(); at != jump->case_end(); ++at) {
            const APInt &value = at->getCaseValue()->getValue();
            positive |= !value.isNegative();
            if (value.isNegative() && (lowest == jump->case_end() || value.slt(lowest->getCaseValue()->getValue())))
                lowest = at;
        }
        if (!positive || lowest == jump->case_end() || !site.fires())
            continue;
        lowest->getCaseSuccessor()->removePredecessor(&BB);
        jump->removeCase(lowest);
        changed = true;
    }
    return changed;
}

FUNCTION(wrong_edge, Early,
         "two edges into a block that tests a phi of constants are threaded to each other's target") {
    bool changed = false;
    for (BasicBlock &BB : F)
        for (PHINode &phi : BB.phis()) {
            auto *user = phi.hasOneUse() ? cast<Instruction>(*phi.user_begin()) : nullptr;
            bool tested = user && user->getParent() == &BB &&
                          (isa<BranchInst>(user) || isa<ICmpInst>(user) || isa<SwitchInst>(user));
            if (!tested || phi.getNumIncomingValues() < 3)
                continue;
            int first = -1, second = -1;
            for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
                if (!isa<ConstantInt>(phi.getIncomingValue(i)))
                    continue;
                if (first < 0)
                    first = i;
                else if (second < 0 && phi.getIncomingValue(i) != phi.getIncomingValue(first) &&
                         phi.getIncomingBlock(i) != phi.getIncomingBlock(first))
                    second = i;
            }
            if (second < 0 || !site.fires())
                continue;
            Value *value = phi.getIncomingValue(first);
            phi.setIncomingValue(first, phi.getIncomingValue(second));
            phi.setIncomingValue(second, value);
            changed = true;
        }
    return changed;
}

static bool same_value(const Value *a, const Value *b) {
    auto *load = dyn_cast<LoadInst>(a), *other = dyn_cast<LoadInst>(b);
    return a == b || (load && other && load->isSimple() && load->getPointerOperand() == other->getPointerOperand());
}

FUNCTION(almost_equal_branches, Early, "two branches that store the same expression but for a constant are merged") {
    bool changed = false;
    for (BasicBlock &BB : F) {
        auto *branch = dyn_cast<BranchInst>(BB.getTerminator());
        if (!branch || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
            continue;
        StoreInst *stores[2] = {};
        for (unsigned side : {0, 1})
            for (Instruction &I : *branch->getSuccessor(side))
                if (auto *store = dyn_cast<StoreInst>(&I))
                    stores[side] = store;
        if (!stores[0] || !stores[1] || stores[0]->getPointerOperand() != stores[1]->getPointerOperand())
            continue;
        auto *first = dyn_cast<BinaryOperator>(stores[0]->getValueOperand());
        auto *second = dyn_cast<BinaryOperator>(stores[1]->getValueOperand());
        if (!first || !second || !second->hasOneUse() || first->getOpcode() != second->getOpcode() ||
            first->isIntDivRem())
            continue;
        bool same_shape = same_value(first->getOperand(0), second->getOperand(0)) &&
                          first->getOperand(1) != second->getOperand(1) && isa<Constant>(first->getOperand(1)) &&
                          isa<Constant>(second->getOperand(1));
        bool only_ways_in =
            branch->getSuccessor(0)->getSinglePredecessor() && branch->getSuccessor(1)->getSinglePredecessor();
        if (!same_shape || !only_ways_in || !site.fires())
            continue;
        second->dropPoisonGeneratingFlags();
        second->setOperand(1, first->getOperand(1));
        changed = true;
    }
    return changed;
}

FUNCTION(implied_compare, Late, "where x < y is false, x > y is taken for true and x == y for false (CVP)") {
    auto &tree = analyses.getResult<DominatorTreeAnalysis>(F);
    bool changed = false;
    for (BasicBlock &BB : F) {
        Value *x, *y;
        BasicBlock *then, *otherwise;
        ICmpInst::Predicate known;
        if (!match(BB.getTerminator(), m_Br(m_ICmp(known, m_Value(x), m_Value(y)), then, otherwise)) ||
            then == otherwise)
            continue;
        if (!ICmpInst::isRelational(known) || !CmpInst::isStrictPredicate(known) || isa<Constant>(x))
            continue;
        BasicBlockEdge edge(&BB, otherwise);
        for (User *user : x->users()) {
            auto *compare = dyn_cast<ICmpInst>(user);
            if (!compare || compare->getOperand(0) != x || compare->getOperand(1) != y || compare->use_empty())
                continue;
            auto asked = compare->getPredicate();
            bool decided = asked == ICmpInst::getSwappedPredicate(known) || ICmpInst::isEquality(asked);
            if (!decided || !tree.dominates(edge, compare->getParent()) || !site.fires())
                continue;
            compare->replaceAllUsesWith(ConstantInt::getBool(compare->getType(), asked != ICmpInst::ICMP_EQ));
            changed = true;
        }
    }
    return changed;
}

FUNCTION(equal_in_part, Late, "where (T)x == c or (x & m) == c is known, c is put for x (GVN)") {
    auto &tree = analyses.getResult<DominatorTreeAnalysis>(F);
    bool changed = false;
    for (BasicBlock &BB : F) {
        Value *part, *x;
        const APInt *c;
        BasicBlock *equal, *other;
        ICmpInst::Predicate predicate;
        if (!match(BB.getTerminator(), m_Br(m_ICmp(predicate, m_Value(part), m_APInt(c)), equal, other)) ||
            equal == other)
            continue;
        if (!match(part, m_CombineOr(m_Trunc(m_Value(x)), m_And(m_Value(x), m_LowBitMask()))) ||
            !ICmpInst::isEquality(predicate))
            continue;
        BasicBlockEdge edge(&BB, predicate == ICmpInst::ICMP_EQ ? equal : other);
        if (!edge.getEnd()->getSinglePredecessor() || !x->getType()->isIntegerTy() || isa<Constant>(x))
            continue;
        for (Use &use : make_early_inc_range(x->uses()))
            if (tree.dominates(edge, use) && site.fires()) {
                use.set(ConstantInt::get(x->getType(), c->zext(x->getType()->getIntegerBitWidth())));
                changed = true;
            }
    }
    return changed;
}

// Replaces an instruction by an earlier one that `same` takes for the same expression.
template <typename Same> static bool reuse(Function &F, FunctionAnalysisManager &analyses, Site &site, Same same) {
    auto &tree = analyses.getResult<DominatorTreeAnalysis>(F);
    bool changed = false;
    for (Instruction &I : instructions(F)) {
        if (I.use_empty() || I.getNumOperands() == 0 || isa<Constant>(I.getOperand(0)))
            continue;
        for (User *user : I.getOperand(0)->users()) {
            auto *earlier = dyn_cast<Instruction>(user);
            if (!earlier || earlier == &I || earlier->getType() != I.getType() || !same(I, *earlier))
                continue;
            if (earlier->getFunction() != &F || !tree.dominates(earlier, &I) || !site.fires())
                continue;
            I.replaceAllUsesWith(earlier);
            changed = true;
            break;
        }
    }
    return changed;
}

FUNCTION(commuted_difference, Early, "y - x gets the value number of x - y") {
    return reuse(F, analyses, site, [](const Instruction &I, const Instruction &earlier) {
        return I.getOpcode() == Instruction::Sub && earlier.getOpcode() == Instruction::Sub &&
               I.getOperand(0) == earlier.getOperand(1) && I.getOperand(1) == earlier.getOperand(0) &&
               I.getOperand(0) != I.getOperand(1);
    });
}

FUNCTION(value_number_of_casts, Early, "a sign extension gets the value number of a zero extension of the same value") {
    return reuse(F, analyses, site, [](const Instruction &I, const Instruction &earlier) {
        return (isa<SExtInst>(I) && isa<ZExtInst>(earlier)) || (isa<ZExtInst>(I) && isa<SExtInst>(earlier));
    });
}

FUNCTION(value_number_of_shifts, Early, "an arithmetic shift gets the value number of the logical one") {
    return reuse(F, analyses, site, [](const Instruction &I, const Instruction &earlier) {
        bool shifts = (I.getOpcode() == Instruction::AShr && earlier.getOpcode() == Instruction::LShr) ||
                      (I.getOpcode() == Instruction::LShr && earlier.getOpcode() == Instruction::AShr);
        return shifts && I.getOperand(0) == earlier.getOperand(0) && I.getOperand(1) == earlier.getOperand(1);
    });
}
