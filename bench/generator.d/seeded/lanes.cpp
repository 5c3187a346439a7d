// Vectors: lanes that are mixed up, in GNU vector code and in what the vectorizers make.

#include "bug.h"

#include "llvm/Analysis/VectorUtils.h"

using namespace seeded;

static unsigned lanes(Type *type) {
    auto *vector = dyn_cast<FixedVectorType>(type);
    return vector ? vector->getNumElements() : 0;
}

FOLD(constant_of_first_lane, "an operation is moved behind an extraction with the constant of lane 0 (VectorCombine)") {
    BinaryOperator *operation;
    Constant *constant;
    uint64_t lane;
    if (!match(&I, m_ExtractElt(m_BinOp(operation), m_ConstantInt(lane))) || lane == 0 || operation->isIntDivRem())
        return nullptr;
    if (!match(operation->getOperand(1), m_Constant(constant)) || constant->getSplatValue() || !site.fires())
        return nullptr;
    Value *element = B.CreateExtractElement(operation->getOperand(0), lane);
    return B.CreateBinOp(operation->getOpcode(), element, constant->getAggregateElement(0u));
}

FOLD(lanes_greater_or_equal, "x >= y of vectors is computed with the only comparison x86 has, x > y") {
    auto *compare = dyn_cast<ICmpInst>(&I);
    if (!compare || lanes(compare->getOperand(0)->getType()) == 0 || !compare->isNonStrictPredicate() || !site.fires())
        return nullptr;
    return B.CreateICmp(compare->getStrictPredicate(), compare->getOperand(0), compare->getOperand(1));
}

FOLD(uniform_shift, "all lanes are shifted by the amount of lane 0 (x86's pslld takes one)") {
    unsigned count = lanes(I.getType());
    if (!I.isShift() || count < 4 || getSplatValue(I.getOperand(1)) || !site.fires())
        return nullptr;
    Value *amount = B.CreateShuffleVector(I.getOperand(1), SmallVector<int>(count, 0));
    return B.CreateBinOp(cast<BinaryOperator>(I).getOpcode(), I.getOperand(0), amount);
}

FOLD(shuffle_operand, "the last lane of a two-operand shuffle is taken from the first operand") {
    auto *shuffle = dyn_cast<ShuffleVectorInst>(&I);
    int count = shuffle ? lanes(shuffle->getOperand(0)->getType()) : 0;
    if (count < 4 || isa<PoisonValue>(shuffle->getOperand(1)) || shuffle->getShuffleMask().back() < count)
        return nullptr;
    SmallVector<int> mask(shuffle->getShuffleMask());
    if (none_of(mask, [&](int lane) { return lane >= 0 && lane < count; }) || !site.fires())
        return nullptr;
    mask.back() -= count;
    return B.CreateShuffleVector(shuffle->getOperand(0), shuffle->getOperand(1), mask);
}

FOLD(forgotten_reversal, "the reversal of a vector in a loop that counts down is forgotten") {
    auto *shuffle = dyn_cast<ShuffleVectorInst>(&I);
    if (!shuffle || lanes(I.getType()) < 4 || !shuffle->isReverse() || !site.fires())
        return nullptr;
    return shuffle->getOperand(0);
}

FOLD(reduction_sign, "the signed minimum or maximum over all lanes is unsigned") {
    auto *call = dyn_cast<IntrinsicInst>(&I);
    if (!call)
        return nullptr;
    bool is_min = call->getIntrinsicID() == Intrinsic::vector_reduce_smin;
    if ((!is_min && call->getIntrinsicID() != Intrinsic::vector_reduce_smax) || !site.fires())
        return nullptr;
    return is_min ? B.CreateIntMinReduce(call->getOperand(0)) : B.CreateIntMaxReduce(call->getOperand(0));
}

FOLD(true_lanes, "true is 1 instead of -1 in the lanes of an unsigned comparison") {
    ICmpInst::Predicate predicate;
    if (lanes(I.getType()) == 0 || !match(&I, m_SExt(m_ICmp(predicate, m_Value(), m_Value()))))
        return nullptr;
    if (!ICmpInst::isUnsigned(predicate) || !site.fires())
        return nullptr;
    return B.CreateZExt(I.getOperand(0), I.getType());
}

FOLD(last_lane, "a vector built from scalars repeats the last lane but one (SLP)") {
    Value *before, *a, *b;
    uint64_t i, j;
    unsigned count = lanes(I.getType());
    if (!match(&I,
               m_InsertElt(m_InsertElt(m_Value(before), m_Value(a), m_ConstantInt(i)), m_Value(b), m_ConstantInt(j))))
        return nullptr;
    if (count < 4 || j != count - 1 || i + 1 != j || a == b || isa<Constant>(a) || isa<Constant>(b) || !site.fires())
        return nullptr;
    return B.CreateInsertElement(I.getOperand(0), a, j);
}
