// Calls: arguments, results, recursion, structs by value.

#include "bug.h"

using namespace seeded;

// The direct calls of a function; `only` says whether there are no other uses.
static SmallVector<CallInst *> direct_calls(Function &F, bool &only) {
    SmallVector<CallInst *> calls;
    only = true;
    for (Use &use : F.uses()) {
        auto *call = dyn_cast<CallInst>(use.getUser());
        if (call && call->isCallee(&use) && call->getFunctionType() == F.getFunctionType())
            calls.push_back(call);
        else
            only = false;
    }
    return calls;
}

MODULE(reversed_accumulator,
       "x - f(...) in tail position is accumulated as if subtraction were associative (tail recursion)") {
    bool changed = false;
    for (Function &F : M)
        for (Instruction &I : instructions(F)) {
            auto *call = I.getOpcode() == Instruction::Sub ? dyn_cast<CallInst>(I.getOperand(1)) : nullptr;
            if (!call || call->getCalledFunction() != &F || !call->hasOneUse() || isa<CallInst>(I.getOperand(0)))
                continue;
            bool returned = I.hasOneUse() && (isa<ReturnInst>(*I.user_begin()) || isa<PHINode>(*I.user_begin()));
            if (!returned || !site.fires())
                continue;
            I.dropPoisonGeneratingFlags();
            I.setOperand(1, I.getOperand(0));
            I.setOperand(0, call);
            changed = true;
        }
    return changed;
}

MODULE(swapped_arguments,
       "the last two of at least three arguments, one of them constant, change places (argument promotion)") {
    bool changed = false, only = false;
    for (Function &F : M) {
        unsigned count = F.arg_size();
        if (F.isDeclaration() || F.isVarArg() || count < 3)
            continue;
        Type *type = F.getArg(count - 1)->getType();
        if (!type->isIntegerTy() || F.getArg(count - 2)->getType() != type)
            continue;
        for (CallInst *call : direct_calls(F, only)) {
            Value *a = call->getArgOperand(count - 2), *b = call->getArgOperand(count - 1);
            if (isa<Constant>(a) == isa<Constant>(b) || !site.fires())
                continue;
            call->setArgOperand(count - 2, b);
            call->setArgOperand(count - 1, a);
            changed = true;
        }
    }
    return changed;
}

MODULE(majority_constant, "a parameter that is the same constant at all calls but one counts as constant (IPSCCP)") {
    bool changed = false, only = false;
    for (Function &F : M) {
        auto calls = direct_calls(F, only);
        if (!F.hasLocalLinkage() || F.isVarArg() || !only || calls.size() < 3)
            continue;
        for (Argument &argument : F.args()) {
            DenseMap<Value *, unsigned> values;
            for (CallInst *call : calls)
                ++values[call->getArgOperand(argument.getArgNo())];
            for (auto [value, times] : values) {
                if (times + 1 != calls.size() || !isa<ConstantInt>(value) || argument.use_empty() || !site.fires())
                    continue;
                argument.replaceAllUsesWith(value);
                changed = true;
            }
        }
    }
    return changed;
}

static Argument *sometimes_returned(Function &F) {
    for (BasicBlock &BB : F) {
        auto *end = dyn_cast<ReturnInst>(BB.getTerminator());
        auto *value = end ? dyn_cast_or_null<Instruction>(end->getReturnValue()) : nullptr;
        if (!value || (!isa<PHINode>(value) && !isa<SelectInst>(value)))
            continue;
        for (Value *choice : value->operands())
            if (isa<Argument>(choice) && choice->getType() == value->getType())
                return cast<Argument>(choice);
    }
    return nullptr;
}

MODULE(returned_argument, "a function that returns its argument on one path is believed to return it always") {
    bool changed = false, only = false;
    for (Function &F : M) {
        Argument *returned = sometimes_returned(F);
        if (!returned)
            continue;
        for (CallInst *call : direct_calls(F, only)) {
            if (call->use_empty() || !site.fires())
                continue;
            call->replaceAllUsesWith(call->getArgOperand(returned->getArgNo()));
            changed = true;
        }
    }
    return changed;
}

MODULE(repeated_call,
       "a second call with the same arguments is the first one, though memory it reads was changed (readnone)") {
    bool changed = false, only = false;
    for (Function &F : M) {
        auto writes = [](Instruction &I) { return I.mayWriteToMemory() || isa<CallBase>(I); };
        auto reads = [](Instruction &I) { return isa<LoadInst>(I); };
        if (F.isDeclaration() || any_of(instructions(F), writes) || none_of(instructions(F), reads))
            continue;
        auto calls = direct_calls(F, only);
        for (CallInst *call : calls) {
            bool written = false;
            for (Instruction *I = call->getPrevNode(); I; I = I->getPrevNode()) {
                written |= isa<StoreInst>(I);
                auto *earlier = dyn_cast<CallInst>(I);
                bool same = earlier && earlier->getCalledFunction() == &F && equal(earlier->args(), call->args());
                if (!same || !written || call->use_empty() || !site.fires())
                    continue;
                call->replaceAllUsesWith(earlier);
                changed = true;
                break;
            }
        }
    }
    return changed;
}

MODULE(elided_copy, "the copy of a struct passed by value is elided though the callee writes to its parameter") {
    bool changed = false, only = false;
    for (Function &F : M) {
        auto calls = direct_calls(F, only);
        for (Argument &argument : F.args()) {
            if (!argument.hasByValAttr() || F.isDeclaration() || calls.empty() || !only)
                continue;
            auto writes = [&](Instruction &I) {
                auto *store = dyn_cast<StoreInst>(&I);
                return store && store->getPointerOperand()->stripInBoundsOffsets() == &argument;
            };
            if (none_of(instructions(F), writes) || !site.fires())
                continue;
            argument.removeAttr(Attribute::ByVal);
            for (CallInst *call : calls)
                call->removeParamAttr(argument.getArgNo(), Attribute::ByVal);
            changed = true;
        }
    }
    return changed;
}

FOLD(second_half, "the second half of a struct returned in two registers is the first one") {
    auto *half = dyn_cast<ExtractValueInst>(&I);
    if (!half || half->getNumIndices() != 1 || half->getIndices()[0] != 1 ||
        !isa<CallInst>(half->getAggregateOperand()))
        return nullptr;
    auto *type = dyn_cast<StructType>(half->getAggregateOperand()->getType());
    if (!type || type->getElementType(0) != type->getElementType(1) || isa<IntrinsicInst>(half->getAggregateOperand()))
        return nullptr;
    if (!site.fires())
        return nullptr;
    return B.CreateExtractValue(half->getAggregateOperand(), 0);
}
