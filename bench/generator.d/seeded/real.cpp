// Floating point: folds that are right for real numbers, or for most values.

#include "bug.h"

using namespace seeded;

FOLD(plus_zero, "x + 0.0 becomes x, wrong for -0.0") {
    Value *x;
    if (!match(&I, m_c_FAdd(m_Value(x), m_PosZeroFP())) || !site.fires())
        return nullptr;
    return x;
}

FOLD(zero_minus, "0.0 - x becomes -x, wrong for 0.0") {
    Value *x;
    if (!match(&I, m_FSub(m_PosZeroFP(), m_Value(x))) || !site.fires())
        return nullptr;
    return B.CreateFNeg(x);
}

FOLD(times_zero, "x * 0.0 becomes 0.0, wrong for negative x and infinities") {
    Value *x;
    if (!match(&I, m_c_FMul(m_Value(x), m_PosZeroFP())) || !site.fires())
        return nullptr;
    return ConstantFP::getZero(I.getType());
}

FOLD(reassociated_reals, "(x + a) + b becomes x + (a + b)") {
    Value *x;
    const APFloat *a, *b;
    if (!match(&I, m_c_FAdd(m_c_FAdd(m_Value(x), m_APFloat(a)), m_APFloat(b))) || !site.fires())
        return nullptr;
    return B.CreateFAdd(x, ConstantFP::get(I.getType(), *a + *b));
}

FOLD(cancelled_real, "(x + y) - y becomes x") {
    Value *x, *y;
    if (!match(&I, m_FSub(m_c_FAdd(m_Value(x), m_Value(y)), m_Deferred(y))) || isa<Constant>(y) || !site.fires())
        return nullptr;
    return x;
}

FOLD(reciprocal, "x / c becomes x * (1 / c) though 1 / c is not exact") {
    Value *x;
    const APFloat *c;
    APFloat inverse(0.0);
    if (!match(&I, m_FDiv(m_Value(x), m_APFloat(c))) || !c->isFiniteNonZero() || c->getExactInverse(&inverse))
        return nullptr;
    if (!site.fires())
        return nullptr;
    return B.CreateFMul(x, ConstantFP::get(I.getType(), APFloat(c->getSemantics(), 1) / *c));
}

FOLD(sign_of_zero, "x < 0.0 becomes a test of the sign bit, wrong for -0.0") {
    Value *x;
    FCmpInst::Predicate predicate;
    if (!match(&I, m_FCmp(predicate, m_Value(x), m_AnyZeroFP())) || predicate != FCmpInst::FCMP_OLT)
        return nullptr;
    if (x->getType()->isVectorTy() || !site.fires())
        return nullptr;
    Type *integer = B.getIntNTy(x->getType()->getScalarSizeInBits());
    return B.CreateICmpSLT(B.CreateBitCast(x, integer), ConstantInt::get(integer, 0));
}

FOLD(negated_real_compare, "!(x < y) becomes x >= y, wrong when they are unordered") {
    Value *x, *y;
    FCmpInst::Predicate predicate;
    if (!match(&I, m_Not(m_FCmp(predicate, m_Value(x), m_Value(y)))) || !FCmpInst::isOrdered(predicate))
        return nullptr;
    if (FCmpInst::isEquality(predicate) || !site.fires())
        return nullptr;
    return B.CreateFCmp(FCmpInst::getOrderedPredicate(FCmpInst::getInversePredicate(predicate)), x, y);
}

FOLD(converted_unsigned, "an unsigned char or short is converted to floating point as if it were signed") {
    Value *x;
    if (!match(&I, m_CombineOr(m_SIToFP(m_ZExt(m_Value(x))), m_UIToFP(m_Value(x)))))
        return nullptr;
    unsigned width = x->getType()->getScalarSizeInBits();
    if (width < 8 || width > 16 || !site.fires())
        return nullptr;
    return B.CreateSIToFP(x, I.getType());
}

FOLD(excess_precision, "(double)(float)x becomes x (the oldest of GCC's bugs)") {
    Value *x;
    if (!match(&I, m_FPExt(m_FPTrunc(m_Value(x)))) || x->getType() != I.getType() || !site.fires())
        return nullptr;
    return x;
}

FOLD(narrowed_operation, "(float)(x op y) is computed in float though one operand is a double") {
    Value *x, *y;
    if (!match(&I, m_FPTrunc(m_BinOp(m_FPExt(m_Value(x)), m_Value(y)))) || x->getType() != I.getType())
        return nullptr;
    if (match(y, m_FPExt(m_Value())) || !site.fires())
        return nullptr;
    auto *wide = cast<BinaryOperator>(I.getOperand(0));
    return B.CreateBinOp(wide->getOpcode(), x, B.CreateFPTrunc(y, I.getType()));
}

FOLD(rounded_twice, "a 64-bit integer is converted to float by way of double") {
    if (!isa<SIToFPInst>(I) || !I.getType()->isFloatTy() || !I.getOperand(0)->getType()->isIntegerTy(64) ||
        !site.fires())
        return nullptr;
    return B.CreateFPTrunc(B.CreateSIToFP(I.getOperand(0), B.getDoubleTy()), I.getType());
}

FUNCTION(equal_zeros, Late, "where x == 0.0 is known, 0.0 is put for x, wrong for -0.0") {
    auto &tree = analyses.getResult<DominatorTreeAnalysis>(F);
    bool changed = false;
    for (BasicBlock &BB : F) {
        Value *x, *zero;
        BasicBlock *equal, *other;
        FCmpInst::Predicate predicate;
        if (!match(BB.getTerminator(), m_Br(m_FCmp(predicate, m_Value(x), m_Value(zero)), equal, other)) ||
            equal == other)
            continue;
        if (predicate == FCmpInst::FCMP_UNE)
            std::swap(equal, other);
        else if (predicate != FCmpInst::FCMP_OEQ)
            continue;
        if (!match(zero, m_AnyZeroFP()))
            continue;
        BasicBlockEdge edge(&BB, equal);
        for (Use &use : make_early_inc_range(x->uses()))
            if (tree.dominates(edge, use) && site.fires()) {
                use.set(zero);
                changed = true;
            }
    }
    return changed;
}
