// Loops: trip counts, counters, orders of execution, what is moved out.

#include "bug.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace seeded;

// A phi that goes by a constant step from a constant start: a counter as the source has it.
struct Counter {
    PHINode *phi = nullptr;
    const APInt *start = nullptr, *step = nullptr;
    BinaryOperator *next = nullptr;
    BasicBlock *latch = nullptr, *entry = nullptr;
};

static bool is_counter(PHINode &phi, Counter &counter) {
    if (phi.getNumIncomingValues() != 2 || !phi.getType()->isIntegerTy())
        return false;
    for (unsigned back : {0, 1}) {
        auto *next = dyn_cast<BinaryOperator>(phi.getIncomingValue(back));
        if (next && match(next, m_Add(m_Specific(&phi), m_APInt(counter.step))) &&
            match(phi.getIncomingValue(1 - back), m_APInt(counter.start))) {
            counter.phi = &phi;
            counter.next = next;
            counter.latch = phi.getIncomingBlock(back);
            counter.entry = phi.getIncomingBlock(1 - back);
            return true;
        }
    }
    return false;
}

// The comparison with a constant or invariant bound that ends a loop which is not rotated yet.
struct Bound {
    Counter counter;
    ICmpInst *compare = nullptr;
    Value *bound = nullptr;
};

static bool is_bounded(Loop &L, Bound &found) {
    auto *branch = dyn_cast<BranchInst>(L.getHeader()->getTerminator());
    if (!branch || !branch->isConditional() || !L.contains(branch->getSuccessor(0)) ||
        L.contains(branch->getSuccessor(1)))
        return false;
    found.compare = dyn_cast<ICmpInst>(branch->getCondition());
    if (!found.compare)
        return false;
    auto *phi = dyn_cast<PHINode>(found.compare->getOperand(0));
    found.bound = found.compare->getOperand(1);
    return phi && phi->getParent() == L.getHeader() && is_counter(*phi, found.counter) &&
           L.isLoopInvariant(found.bound);
}

template <typename Change> static bool for_bounds(Function &F, FunctionAnalysisManager &analyses, Change change) {
    bool changed = false;
    for (Loop *L : analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
        Bound found;
        changed |= is_bounded(*L, found) && change(*L, found);
    }
    return changed;
}

FUNCTION(last_partial_step, Early, "the trip count of i = a; i < b; i += step is rounded down (SCEV)") {
    return for_bounds(F, analyses, [&](Loop &, Bound &found) {
        const APInt *bound;
        bool up =
            found.compare->getPredicate() == ICmpInst::ICMP_SLT || found.compare->getPredicate() == ICmpInst::ICMP_ULT;
        if (!up || !match(found.bound, m_APInt(bound)) || !found.counter.step->sgt(1) ||
            !found.counter.start->slt(*bound))
            return false;
        APInt rest = (*bound - *found.counter.start).urem(*found.counter.step);
        if (rest.isZero() || !site.fires())
            return false;
        found.compare->setOperand(1, ConstantInt::get(found.bound->getType(), *bound - rest));
        return true;
    });
}

FUNCTION(inclusive_bound, Early, "i <= n with a variable n runs as i < n") {
    return for_bounds(F, analyses, [&](Loop &, Bound &found) {
        auto predicate = found.compare->getPredicate();
        bool inclusive = predicate == ICmpInst::ICMP_SLE || predicate == ICmpInst::ICMP_ULE;
        if (!inclusive || isa<Constant>(found.bound) || !site.fires())
            return false;
        found.compare->setPredicate(found.compare->getStrictPredicate());
        return true;
    });
}

FUNCTION(down_to_zero, Early, "a loop that counts down to zero inclusive stops at one") {
    return for_bounds(F, analyses, [&](Loop &, Bound &found) {
        auto predicate = found.compare->getPredicate();
        bool inclusive = (predicate == ICmpInst::ICMP_SGE && match(found.bound, m_Zero())) ||
                         (predicate == ICmpInst::ICMP_SGT && match(found.bound, m_AllOnes()));
        if (!inclusive || !found.counter.step->isNegative() || !site.fires())
            return false;
        found.compare->setPredicate(ICmpInst::ICMP_SGT);
        found.compare->setOperand(1, Constant::getNullValue(found.bound->getType()));
        return true;
    });
}

FOLD(counter_from_negative, "a counter that starts below zero is widened with zeros (IndVarSimplify)") {
    Counter counter;
    auto *phi = isa<SExtInst>(I) ? dyn_cast<PHINode>(I.getOperand(0)) : nullptr;
    if (!phi || !is_counter(*phi, counter) || !counter.start->isNegative() || counter.step->isNegative() ||
        !site.fires())
        return nullptr;
    return B.CreateZExt(phi, I.getType());
}

FOLD(counter_that_wraps, "an unsigned narrow counter is widened although it wraps in the loop (IndVarSimplify)") {
    Counter counter;
    auto *phi = isa<ZExtInst>(I) ? dyn_cast<PHINode>(I.getOperand(0)) : nullptr;
    if (!phi || !is_counter(*phi, counter) || counter.next->hasNoUnsignedWrap() || !site.fires())
        return nullptr;
    IRBuilder<> at_phi(phi), at_next(counter.next);
    PHINode *wide = at_phi.CreatePHI(I.getType(), 2);
    wide->addIncoming(ConstantInt::get(I.getType(), counter.start->getZExtValue()), counter.entry);
    wide->addIncoming(at_next.CreateAdd(wide, ConstantInt::getSigned(I.getType(), counter.step->getSExtValue())),
                      counter.latch);
    return wide;
}

// Whether the order of the iterations matters: a value is carried from one to the next by more than a plain reduction.
static bool order_matters(Loop &L, const PHINode *counter) {
    return any_of(L.getHeader()->phis(), [&](PHINode &phi) {
        auto *next = &phi == counter ? nullptr : dyn_cast<Instruction>(phi.getIncomingValueForBlock(L.getLoopLatch()));
        return next && L.contains(next) && !next->isCommutative();
    });
}

LOOP(reversed_order, "a loop runs backwards though a value is carried from one iteration to the next") {
    PHINode *counter = L.getLoopLatch() && L.isInnermost() ? L.getCanonicalInductionVariable() : nullptr;
    unsigned trips = counter ? analyses.SE.getSmallConstantTripCount(&L) : 0;
    if (trips < 2 || !order_matters(L, counter))
        return false;
    Value *next = counter->getIncomingValueForBlock(L.getLoopLatch());
    if (counter->hasOneUse() || !site.fires())
        return false;
    IRBuilder<> B(L.getHeader(), L.getHeader()->getFirstInsertionPt());
    Value *reversed = B.CreateSub(ConstantInt::get(counter->getType(), trips - 1), counter);
    counter->replaceUsesWithIf(reversed, [&](Use &use) { return use.getUser() != next && use.getUser() != reversed; });
    return true;
}

FUNCTION(interchanged_nest, Early, "two nested loops change places though the order matters (LoopInterchange)") {
    return for_bounds(F, analyses, [&](Loop &L, Bound &outer) {
        Bound inner;
        if (L.getSubLoops().size() != 1 || !is_bounded(*L.getSubLoops()[0], inner) || outer.bound != inner.bound)
            return false;
        Loop &nested = *L.getSubLoops()[0];
        auto in_body = [&](const Use &use) {
            auto *user = cast<Instruction>(use.getUser());
            return nested.contains(user) && user != inner.compare && user != inner.counter.next;
        };
        bool same = *outer.counter.start == *inner.counter.start && *outer.counter.step == *inner.counter.step &&
                    outer.compare->getPredicate() == inner.compare->getPredicate() && isa<Constant>(inner.bound);
        auto only_counts = [&](const Use &use) {
            return in_body(use) || use.getUser() == outer.compare || use.getUser() == outer.counter.next;
        };
        bool stores = any_of(nested.blocks(), [](BasicBlock *BB) {
            return any_of(*BB, [](Instruction &I) { return isa<StoreInst>(I); });
        });
        if (!same || !all_of(outer.counter.phi->uses(), only_counts) || !any_of(outer.counter.phi->uses(), in_body))
            return false;
        if ((!stores && !order_matters(nested, inner.counter.phi)) || !site.fires())
            return false;
        SmallVector<Use *> outer_uses, inner_uses;
        for (Use &use : outer.counter.phi->uses())
            if (in_body(use))
                outer_uses.push_back(&use);
        for (Use &use : inner.counter.phi->uses())
            if (in_body(use))
                inner_uses.push_back(&use);
        for (Use *use : outer_uses)
            use->set(inner.counter.phi);
        for (Use *use : inner_uses)
            use->set(outer.counter.phi);
        return true;
    });
}

LOOP(hoisted_load, "a load leaves the loop though a conditional store in the loop changes it (LICM)") {
    if (!L.getLoopPreheader() || !L.getLoopLatch())
        return false;
    auto always_runs = [&](const Instruction &I) { return analyses.DT.dominates(I.getParent(), L.getLoopLatch()); };
    bool changed = false;
    for (BasicBlock *BB : L.blocks())
        for (Instruction &I : make_early_inc_range(*BB)) {
            auto *load = dyn_cast<LoadInst>(&I);
            if (!load || !load->isSimple() || !L.isLoopInvariant(load->getPointerOperand()) || !always_runs(I))
                continue;
            bool clobbered = false, otherwise = false;
            for (BasicBlock *other : L.blocks())
                for (Instruction &write : *other)
                    if (write.mayWriteToMemory() &&
                        isModSet(analyses.AA.getModRefInfo(&write, MemoryLocation::get(load))))
                        (isa<StoreInst>(write) && !always_runs(write) ? clobbered : otherwise) = true;
            if (!clobbered || otherwise || !site.fires())
                continue;
            load->moveBefore(L.getLoopPreheader()->getTerminator());
            changed = true;
        }
    return changed;
}

LOOP(sunk_store, "a store is done once after the loop though a load in the loop may read it (LICM)") {
    BasicBlock *exit = L.getUniqueExitBlock(), *latch = L.getLoopLatch();
    if (!exit || !latch || L.getExitingBlock() != latch || !exit->getSinglePredecessor())
        return false;
    for (BasicBlock *BB : L.blocks())
        for (Instruction &I : *BB) {
            auto *store = dyn_cast<StoreInst>(&I);
            if (!store || !store->isSimple() || !L.isLoopInvariant(store->getPointerOperand()))
                continue;
            bool read = false, otherwise = !analyses.DT.dominates(BB, latch);
            for (BasicBlock *other : L.blocks())
                for (Instruction &access : *other) {
                    if (&access == store ||
                        !isModOrRefSet(analyses.AA.getModRefInfo(&access, MemoryLocation::get(store))))
                        continue;
                    (isa<LoadInst>(access) ? read : otherwise) = true;
                }
            if (!read || otherwise || !site.fires())
                continue;
            IRBuilder<> B(exit, exit->begin());
            PHINode *value = B.CreatePHI(store->getValueOperand()->getType(), 1);
            value->addIncoming(store->getValueOperand(), latch);
            store->setOperand(0, value);
            store->moveBefore(*exit, exit->getFirstInsertionPt());
            return true;
        }
    return false;
}

LOOP(value_at_exit, "the counter after a loop with several exits is one step behind (rewriting of exit values)") {
    SmallVector<BasicBlock *> exiting, exits;
    L.getExitingBlocks(exiting);
    L.getUniqueExitBlocks(exits);
    bool changed = false;
    for (BasicBlock *exit : exits)
        for (PHINode &phi : exit->phis())
            for (Use &value : phi.incoming_values()) {
                auto *narrowed = dyn_cast<TruncInst>(value.get());
                auto *next = dyn_cast<BinaryOperator>(narrowed ? narrowed->getOperand(0) : value.get());
                auto *counter = next ? dyn_cast<PHINode>(next->getOperand(0)) : nullptr;
                if (exiting.size() < 2 || !counter || counter->getParent() != L.getHeader() ||
                    next->getOpcode() != Instruction::Add)
                    continue;
                if (!is_contained(counter->incoming_values(), next) || !isa<Constant>(next->getOperand(1)) ||
                    !site.fires())
                    continue;
                value.set(narrowed ? IRBuilder<>(narrowed).CreateTrunc(counter, narrowed->getType()) : counter);
                changed = true;
            }
    return changed;
}

LOOP(dropped_last_element,
     "a reduction whose trip count is no multiple of four loses its last element (vectorizer epilogue)") {
    unsigned trips = L.getLoopLatch() && L.isInnermost() ? analyses.SE.getSmallConstantTripCount(&L) : 0;
    BasicBlock *exit = L.getUniqueExitBlock();
    if (trips < 5 || trips % 4 == 0 || !exit)
        return false;
    bool changed = false;
    for (PHINode &phi : exit->phis())
        for (Use &value : phi.incoming_values()) {
            auto *next = dyn_cast<BinaryOperator>(value.get());
            if (!next || !L.contains(next) || !next->isCommutative())
                continue;
            for (Value *operand : next->operands()) {
                auto *sum = dyn_cast<PHINode>(operand);
                bool reduces = sum && sum->getParent() == L.getHeader() && is_contained(sum->incoming_values(), next);
                if (!reduces || isa<Constant>(next->getOperand(1)) || value.get() != next || !site.fires())
                    continue;
                value.set(sum);
                changed = true;
            }
        }
    return changed;
}

FUNCTION(independent_iterations, Vectorizer,
         "a dependence on one of the last seven iterations is not seen by the vectorizer (llvm #39001)") {
    auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(F);
    LLVMContext &context = F.getContext();
    bool changed = false;
    for (Loop *L : analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
        SmallVector<Instruction *> loads, stores, all;
        for (BasicBlock *BB : L->blocks())
            for (Instruction &I : *BB) {
                if (I.mayReadOrWriteMemory())
                    all.push_back(&I);
                if (isa<LoadInst>(I) || isa<StoreInst>(I))
                    (isa<LoadInst>(I) ? loads : stores).push_back(&I);
            }
        auto carried = [&](Instruction *load, Instruction *store) {
            auto *from = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(getLoadStorePointerOperand(load)));
            auto *to = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(getLoadStorePointerOperand(store)));
            if (!from || !to || from->getLoop() != L || to->getLoop() != L ||
                evolution.getPointerBase(from) != evolution.getPointerBase(to))
                return false;
            auto *distance = dyn_cast<SCEVConstant>(evolution.getMinusSCEV(to, from));
            auto *stride = dyn_cast<SCEVConstant>(from->getStepRecurrence(evolution));
            if (!distance || !stride || stride != to->getStepRecurrence(evolution) || stride->getAPInt().isZero())
                return false;
            const APInt &d = distance->getAPInt(), &s = stride->getAPInt();
            return d.srem(s) == 0 && d.sdiv(s).sgt(0) && d.sdiv(s).slt(8);
        };
        if (!L->isInnermost() || !L->getLoopLatch() || loads.size() + stores.size() != all.size())
            continue;
        if (none_of(loads,
                    [&](auto *load) { return any_of(stores, [&](auto *store) { return carried(load, store); }); }))
            continue;
        if (!site.fires())
            continue;
        MDNode *group = MDNode::getDistinct(context, {});
        for (Instruction *access : all)
            access->setMetadata(LLVMContext::MD_access_group, group);
        MDNode *parallel = MDNode::get(context, {MDString::get(context, "llvm.loop.parallel_accesses"), group});
        L->setLoopID(makePostTransformationMetadata(context, L->getLoopID(), {}, {parallel}));
        changed = true;
    }
    return changed;
}

FUNCTION(lost_remainder, Vectorizer, "a loop of n iterations, unrolled by four, runs n & ~3 of them") {
    bool changed = false;
    for (Loop *L : analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
        BasicBlock *latch = L->getLoopLatch();
        Value *next, *bound;
        ICmpInst::Predicate predicate;
        if (!L->isInnermost() || !latch || !L->getLoopPreheader() || !L->getCanonicalInductionVariable())
            continue;
        if (!match(latch->getTerminator(),
                   m_Br(m_ICmp(predicate, m_Value(next), m_Value(bound)), m_BasicBlock(), m_BasicBlock())))
            continue;
        if (!ICmpInst::isEquality(predicate) ||
            next != L->getCanonicalInductionVariable()->getIncomingValueForBlock(latch))
            continue;
        if (isa<Constant>(bound) || !L->isLoopInvariant(bound) || !site.fires())
            continue;
        IRBuilder<> B(L->getLoopPreheader()->getTerminator());
        Value *few = B.CreateICmpULT(bound, ConstantInt::get(bound->getType(), 4));
        Value *whole = B.CreateAnd(bound, ConstantInt::getSigned(bound->getType(), -4));
        cast<ICmpInst>(cast<BranchInst>(latch->getTerminator())->getCondition())
            ->setOperand(1, B.CreateSelect(few, bound, whole));
        changed = true;
    }
    return changed;
}
