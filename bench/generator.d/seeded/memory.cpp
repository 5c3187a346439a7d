// Memory: loads that see an old value, stores that are lost, accesses of the wrong bytes.

#include "bug.h"

#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace seeded;

// How far a load or store is followed, in instructions.
static constexpr unsigned REACH = 300;

static bool same_place(const Value *pointer, const Type *type, const Instruction &I) {
    if (auto *load = dyn_cast<LoadInst>(&I))
        return load->isSimple() && load->getPointerOperand() == pointer && load->getType() == type;
    auto *store = dyn_cast<StoreInst>(&I);
    return store && store->isSimple() && store->getPointerOperand() == pointer &&
           store->getValueOperand()->getType() == type;
}

// The value a load would give if the writes that `ignored` accepts did not exist; null if there is no such write.
template <typename Ignored> static Value *stale(LoadInst &load, AAResults &aliases, Ignored ignored) {
    bool skipped = false;
    Instruction *I = &load;
    for (unsigned n = 0; n < REACH; ++n) {
        Instruction *previous = I->getPrevNode();
        if (!previous) {
            BasicBlock *before = I->getParent()->getSinglePredecessor();
            if (!before)
                return nullptr;
            previous = before->getTerminator();
        }
        I = previous;
        if (same_place(load.getPointerOperand(), load.getType(), *I))
            return !skipped ? nullptr : isa<LoadInst>(I) ? I : cast<StoreInst>(I)->getValueOperand();
        if (!I->mayWriteToMemory() || !isModSet(aliases.getModRefInfo(I, MemoryLocation::get(&load))))
            continue;
        if (I->isVolatile() || !ignored(*I))
            return nullptr;
        skipped = true;
    }
    return nullptr;
}

template <typename Ignored>
static bool forward_stale(Function &F, FunctionAnalysisManager &analyses, Site &site, Ignored ignored) {
    auto &aliases = analyses.getResult<AAManager>(F);
    bool changed = false;
    for (BasicBlock &BB : F)
        for (Instruction &I : make_early_inc_range(BB)) {
            auto *load = dyn_cast<LoadInst>(&I);
            if (!load || !load->isSimple())
                continue;
            Value *old = stale(*load, aliases, [&](Instruction &write) { return ignored(*load, write); });
            if (!old || !site.fires())
                continue;
            load->replaceAllUsesWith(old);
            load->eraseFromParent();
            changed = true;
        }
    return changed;
}

static bool has_variable_subscript(const Value *pointer) {
    auto *element = dyn_cast<GEPOperator>(pointer);
    return element && !element->hasAllConstantIndices();
}

static const Value *stored_to(const Instruction &write) {
    auto *store = dyn_cast<StoreInst>(&write);
    return store ? store->getPointerOperand() : nullptr;
}

FUNCTION(variable_subscripts, Late,
         "a[i] and a[j] are taken for different elements because i and j are different variables") {
    return forward_stale(F, analyses, site, [](const LoadInst &load, const Instruction &write) {
        const Value *to = stored_to(write), *from = load.getPointerOperand();
        return to && has_variable_subscript(to) && has_variable_subscript(from) &&
               getUnderlyingObject(to) == getUnderlyingObject(from);
    });
}

FUNCTION(constant_subscript, Late, "a store to a[i] is believed not to change a[constant]") {
    return forward_stale(F, analyses, site, [](const LoadInst &load, const Instruction &write) {
        const Value *to = stored_to(write), *from = load.getPointerOperand();
        return to && has_variable_subscript(to) && !has_variable_subscript(from) && isa<GEPOperator>(from) &&
               getUnderlyingObject(to) == getUnderlyingObject(from);
    });
}

FUNCTION(accesses_of_different_size, Late,
         "accesses of different sizes are believed not to overlap (union members, TBAA)") {
    return forward_stale(F, analyses, site, [](const LoadInst &load, const Instruction &write) {
        auto *store = dyn_cast<StoreInst>(&write);
        return store && store->getValueOperand()->getType() != load.getType();
    });
}

FUNCTION(escaped_global, Late,
         "a store through a pointer from memory is believed not to change a global (GlobalsAA, llvm #57528)") {
    return forward_stale(F, analyses, site, [](const LoadInst &load, const Instruction &write) {
        const Value *to = stored_to(write);
        return to && isa<LoadInst>(getUnderlyingObject(to)) &&
               isa<GlobalVariable>(getUnderlyingObject(load.getPointerOperand()));
    });
}

FUNCTION(call_without_pointers, Late,
         "a call without pointer arguments is believed not to write (wrong mod/ref summary)") {
    return forward_stale(F, analyses, site, [](const LoadInst &, const Instruction &write) {
        auto *call = dyn_cast<CallInst>(&write);
        return call && call->getCalledFunction() && !call->getCalledFunction()->isDeclaration() && !call->arg_empty() &&
               none_of(call->args(), [](const Use &argument) { return argument->getType()->isPointerTy(); });
    });
}

FUNCTION(copied_block, Late, "a load is forwarded over a memcpy or memset that overwrites its object") {
    return forward_stale(F, analyses, site,
                         [](const LoadInst &, const Instruction &write) { return isa<MemIntrinsic>(&write); });
}

// Removes stores that a later one to the same pointer overwrites, no read between them being seen but those `ignored`.
template <typename Ignored>
static bool remove_stores(Function &F, FunctionAnalysisManager &analyses, Site &site, bool shorter, Ignored ignored) {
    auto &aliases = analyses.getResult<AAManager>(F);
    bool changed = false;
    for (BasicBlock &BB : F)
        for (Instruction &first : make_early_inc_range(BB)) {
            auto *store = dyn_cast<StoreInst>(&first);
            if (!store || !store->isSimple())
                continue;
            MemoryLocation place = MemoryLocation::get(store);
            bool skipped = shorter;
            for (Instruction *I = store->getNextNode(); I; I = I->getNextNode()) {
                auto *later = dyn_cast<StoreInst>(I);
                if (later && later->isSimple() && later->getPointerOperand() == store->getPointerOperand()) {
                    bool is_shorter = MemoryLocation::get(later).Size.getValue() < place.Size.getValue();
                    if (skipped && is_shorter == shorter && site.fires()) {
                        store->eraseFromParent();
                        changed = true;
                    }
                    break;
                }
                if (!I->mayReadFromMemory() || !isRefSet(aliases.getModRefInfo(I, place)))
                    continue;
                if (!ignored(*I))
                    break;
                skipped = true;
            }
        }
    return changed;
}

FUNCTION(partly_overwritten, Late,
         "a store is dead because a shorter one overwrites its beginning (DSE, sizes exchanged)") {
    return remove_stores(F, analyses, site, true, [](const Instruction &) { return false; });
}

FUNCTION(store_before_call, Late, "a store is dead though a call before the overwriting one reads it") {
    return remove_stores(F, analyses, site, false, [](const Instruction &read) {
        auto *call = dyn_cast<CallInst>(&read);
        return call && call->getCalledFunction() && !call->getCalledFunction()->isDeclaration();
    });
}

FUNCTION(store_before_subscript, Late,
         "a store is dead though a load with a variable subscript may read it (llvm #28563)") {
    return remove_stores(F, analyses, site, false, [](const Instruction &read) {
        auto *load = dyn_cast<LoadInst>(&read);
        return load && has_variable_subscript(load->getPointerOperand());
    });
}

FUNCTION(merged_stores, Late, "two neighbouring constants are stored as one, in the order of a big-endian machine") {
    const DataLayout &layout = F.getParent()->getDataLayout();
    bool changed = false;
    for (BasicBlock &BB : F)
        for (Instruction &I : BB) {
            auto *store = dyn_cast<StoreInst>(&I);
            Instruction *following = store ? store->getNextNode() : nullptr;
            while (following && !following->mayReadOrWriteMemory())
                following = following->getNextNode();
            auto *next = dyn_cast_or_null<StoreInst>(following);
            if (!next || !store->isSimple() || !next->isSimple())
                continue;
            auto *low = dyn_cast<ConstantInt>(store->getValueOperand()),
                 *high = dyn_cast<ConstantInt>(next->getValueOperand());
            if (!low || !high || low == high || low->getType() != high->getType() || low->getBitWidth() > 32)
                continue;
            int64_t size = low->getBitWidth() / 8;
            auto distance = [&] {
                APInt a(64, 0), b(64, 0);
                const Value *x = store->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, a, true);
                const Value *y = next->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, b, true);
                bool aligned = a.srem(2 * size) == 0;
                return x == y && aligned ? (b - a).getSExtValue() : 0;
            };
            if (layout.getIndexSizeInBits(0) != 64 || distance() != size || !site.fires())
                continue;
            store->setOperand(0, high);
            next->setOperand(0, low);
            changed = true;
        }
    return changed;
}

FOLD(narrowed_load, "the upper part of a loaded word is loaded alone, from the offset of a big-endian machine") {
    Value *x;
    const APInt *amount;
    if (!match(&I, m_Trunc(m_Shr(m_Value(x), m_APInt(amount)))) || !isa<LoadInst>(x) || !x->getType()->isIntegerTy())
        return nullptr;
    auto *load = cast<LoadInst>(x);
    unsigned wide = x->getType()->getIntegerBitWidth(), narrow = I.getType()->getIntegerBitWidth();
    if (!load->isSimple() || amount->uge(wide) || wide % 8 || narrow % 8 || *amount == 0 || amount->urem(narrow) != 0)
        return nullptr;
    unsigned offset = amount->getZExtValue();
    if (offset + narrow > wide || wide - narrow - offset == offset || !site.fires())
        return nullptr;
    B.SetInsertPoint(load);
    Value *pointer = B.CreateConstGEP1_64(B.getInt8Ty(), load->getPointerOperand(), (wide - narrow - offset) / 8);
    return B.CreateAlignedLoad(I.getType(), pointer, Align(1));
}

FOLD(straddling_bit_field,
     "a bit-field that crosses into the next byte is stored in its first byte only (GCC's store merging)") {
    Value *load, *value;
    const APInt *kept;
    if (!match(&I, m_c_Or(m_And(m_Value(load), m_APInt(kept)), m_Value(value))) || !isa<LoadInst>(load))
        return nullptr;
    unsigned low, length;
    if (kept->isAllOnes() || !(~*kept).isShiftedMask(low, length))
        return nullptr;
    unsigned edge = (low / 8 + 1) * 8, high = low + length;
    if (low % 8 == 0 || high <= edge || high % 8 == 0 || !site.fires())
        return nullptr;
    APInt lost = APInt::getBitsSet(kept->getBitWidth(), edge, high);
    return B.CreateOr(B.CreateAnd(load, *kept | lost), B.CreateAnd(value, ~lost));
}

static bool cut_tail(Function &F, Site &site, bool (*wanted)(const Instruction &), uint64_t unit, uint64_t longest) {
    bool changed = false;
    for (Instruction &I : instructions(F)) {
        if (!wanted(I))
            continue;
        auto *length = dyn_cast<ConstantInt>(cast<MemIntrinsic>(I).getLength());
        uint64_t tail = length ? length->getZExtValue() % unit : 0;
        if (tail == 0 || tail > longest || length->getZExtValue() < unit || !site.fires())
            continue;
        cast<MemIntrinsic>(I).setLength(ConstantInt::get(length->getType(), length->getZExtValue() - tail));
        changed = true;
    }
    return changed;
}

FUNCTION(copied_tail, Early, "a block copy by words loses the bytes after the last whole word") {
    return cut_tail(F, site, [](const Instruction &I) { return isa<MemTransferInst>(I); }, 8, 7);
}

FUNCTION(cleared_tail, Late, "a memset, also one made of a loop, loses what a whole vector does not cover") {
    return cut_tail(F, site, [](const Instruction &I) { return isa<MemSetInst>(I); }, 16, 15);
}

FUNCTION(copy_of_copy, Early, "memcpy(b, a); a is written; memcpy(c, b) copies from a (MemCpyOpt)") {
    bool changed = false;
    for (Instruction &I : instructions(F)) {
        auto *first = dyn_cast<MemCpyInst>(&I);
        bool written = false;
        for (Instruction *next = first ? first->getNextNode() : nullptr; next; next = next->getNextNode()) {
            auto *second = dyn_cast<MemCpyInst>(next);
            if (second && second->getSource() == first->getDest() && second->getLength() == first->getLength()) {
                if (written && site.fires()) {
                    second->setSource(first->getSource());
                    changed = true;
                }
                break;
            }
            const Value *to = stored_to(*next);
            written |= to && getUnderlyingObject(to) == getUnderlyingObject(first->getSource());
        }
    }
    return changed;
}
