// Wrong folds of comparisons, selections, minima, maxima and range checks.

#include "bug.h"

using namespace seeded;

FOLD(extended_compare_keeps_sign, "comparing a zero-extended value in its narrow type keeps the signed predicate") {
    Value *x;
    const APInt *c;
    ICmpInst::Predicate predicate;
    if (!match(&I, m_ICmp(predicate, m_ZExt(m_Value(x)), m_APInt(c))) || !ICmpInst::isSigned(predicate))
        return nullptr;
    unsigned width = x->getType()->getScalarSizeInBits();
    if (width < 8 || !c->isSignedIntN(width) || c->isNegative() || !site.fires())
        return nullptr;
    return B.CreateICmp(predicate, x, ConstantInt::get(x->getType(), c->trunc(width)));
}

FOLD(narrowed_compare_constant,
     "comparing a sign-extended value in its narrow type: the constant does not fit (llvm #70470)") {
    Value *x;
    const APInt *c;
    ICmpInst::Predicate predicate;
    if (!match(&I, m_ICmp(predicate, m_SExt(m_Value(x)), m_APInt(c))) || ICmpInst::isEquality(predicate))
        return nullptr;
    unsigned width = x->getType()->getScalarSizeInBits();
    if (width < 8 || !ICmpInst::isUnsigned(predicate) || !c->isIntN(width) || !site.fires())
        return nullptr;
    return B.CreateICmp(predicate, x, ConstantInt::get(x->getType(), c->trunc(width)));
}

FOLD(equality_ignores_high_bits, "(T)(x >> c) == k is compared in the wide type") {
    Value *wide;
    const APInt *k;
    ICmpInst::Predicate predicate;
    if (!match(&I, m_ICmp(predicate, m_ZExtOrSelf(m_Trunc(m_Value(wide))), m_APInt(k))) ||
        !match(wide, m_LShr(m_Value(), m_Constant())))
        return nullptr;
    if (!ICmpInst::isEquality(predicate) || k->isNegative() || !site.fires())
        return nullptr;
    return B.CreateICmp(predicate, wide, ConstantInt::get(wide->getType(), k->getZExtValue()));
}

FOLD(remainder_as_mask, "x % 2^k == c becomes a test of the low bits, wrong for negative x") {
    Value *x;
    const APInt *modulus, *c;
    ICmpInst::Predicate predicate;
    if (!match(&I, m_ICmp(predicate, m_SRem(m_Value(x), m_Power2(modulus)), m_APInt(c))))
        return nullptr;
    if (!ICmpInst::isEquality(predicate) || !c->isStrictlyPositive() || !site.fires())
        return nullptr;
    return B.CreateICmp(predicate, B.CreateAnd(x, *modulus - 1), ConstantInt::get(x->getType(), *c));
}

FOLD(joined_range, "lo < x && x < hi becomes one unsigned comparison that lets lo through") {
    Value *x;
    const APInt *low, *high;
    ICmpInst::Predicate above, below;
    if (!match(&I,
               m_c_LogicalAnd(m_ICmp(above, m_Value(x), m_APInt(low)), m_ICmp(below, m_Deferred(x), m_APInt(high)))))
        return nullptr;
    if (above == ICmpInst::ICMP_SLT && below == ICmpInst::ICMP_SGT)
        std::swap(low, high), std::swap(above, below);
    if (above != ICmpInst::ICMP_SGT || below != ICmpInst::ICMP_SLT || !low->slt(*high) || !site.fires())
        return nullptr;
    Value *offset = B.CreateSub(x, ConstantInt::get(x->getType(), *low));
    return B.CreateICmpULT(offset, ConstantInt::get(x->getType(), *high - *low));
}

FOLD(equal_to_either, "x == a || x == b ignores one bit because b - a, not a ^ b, is a power of two") {
    Value *x;
    const APInt *a, *b;
    ICmpInst::Predicate first, second;
    if (!match(&I, m_c_LogicalOr(m_ICmp(first, m_Value(x), m_APInt(a)), m_ICmp(second, m_Deferred(x), m_APInt(b)))))
        return nullptr;
    if (first != ICmpInst::ICMP_EQ || second != ICmpInst::ICMP_EQ)
        return nullptr;
    APInt bit = a->ult(*b) ? *b - *a : *a - *b;
    if (!bit.isPowerOf2() || (*a ^ *b).isPowerOf2() || !site.fires())
        return nullptr;
    return B.CreateICmpEQ(B.CreateAnd(x, ~bit), ConstantInt::get(x->getType(), *a & ~bit));
}

FOLD(power_of_two_test, "(x & (x - 1)) == 0 is taken for exactly one bit set: zero is forgotten (llvm #111934)") {
    Value *x = nullptr;
    ICmpInst::Predicate predicate;
    auto one_less = m_CombineOr(m_Add(m_Deferred(x), m_AllOnes()), m_Sub(m_Deferred(x), m_One()));
    if (!match(&I, m_ICmp(predicate, m_c_And(m_Value(x), one_less), m_Zero())))
        return nullptr;
    if (!ICmpInst::isEquality(predicate) || !site.fires())
        return nullptr;
    Value *count = B.CreateUnaryIntrinsic(Intrinsic::ctpop, x);
    return B.CreateICmp(predicate, count, ConstantInt::get(x->getType(), 1));
}

FOLD(mixed_sign_compares,
     "two comparisons of the same operands, one signed and one not, are merged as if both were signed") {
    Value *x, *y;
    ICmpInst::Predicate first, second;
    if (!match(&I, m_And(m_ICmp(first, m_Value(x), m_Value(y)), m_ICmp(second, m_Deferred(x), m_Deferred(y)))))
        return nullptr;
    if (!ICmpInst::isSigned(first) || ICmpInst::getSignedPredicate(second) != first || !site.fires())
        return nullptr;
    return I.getOperand(0);
}

FOLD(negated_compare, "!(x < y) becomes x > y: the swapped predicate instead of the inverse") {
    Value *x, *y;
    ICmpInst::Predicate predicate;
    if (!match(&I, m_Not(m_ICmp(predicate, m_Value(x), m_Value(y)))))
        return nullptr;
    if (ICmpInst::isEquality(predicate) || !site.fires())
        return nullptr;
    return B.CreateICmp(ICmpInst::getSwappedPredicate(predicate), x, y);
}

FOLD(overflow_check, "a + b <= a is taken for the overflow check a + b < a") {
    Value *a, *b;
    ICmpInst::Predicate predicate;
    if (!match(&I, m_c_ICmp(predicate, m_c_Add(m_Value(a), m_Value(b)), m_Deferred(a))))
        return nullptr;
    if (predicate != ICmpInst::ICMP_ULE || isa<Constant>(a) || isa<Constant>(b) || !site.fires())
        return nullptr;
    return B.CreateICmpULT(B.CreateAdd(a, b), a);
}

FOLD(common_addend, "a + b < a + c becomes b < c though the unsigned sums may wrap") {
    Value *a, *b, *c;
    ICmpInst::Predicate predicate;
    if (!match(&I, m_ICmp(predicate, m_c_Add(m_Value(a), m_Value(b)), m_c_Add(m_Deferred(a), m_Value(c)))))
        return nullptr;
    if (!ICmpInst::isUnsigned(predicate) || a == b || a == c || !site.fires())
        return nullptr;
    return B.CreateICmp(predicate, b, c);
}

FOLD(compare_sum_with_constant, "(int)(x + a) < b becomes x < b - a: the wrapping addition is taken for nsw") {
    Value *x;
    const APInt *a, *b;
    ICmpInst::Predicate predicate;
    if (!match(&I, m_ICmp(predicate, m_Add(m_Value(x), m_APInt(a)), m_APInt(b))) || !ICmpInst::isSigned(predicate))
        return nullptr;
    bool overflow = false;
    APInt bound = b->ssub_ov(*a, overflow);
    if (cast<Instruction>(I.getOperand(0))->hasNoSignedWrap() || overflow || !site.fires())
        return nullptr;
    return B.CreateICmp(predicate, x, ConstantInt::get(x->getType(), bound));
}

FOLD(compare_shifted_left, "(x << c) == k becomes x == k >> c: the bits shifted out are forgotten") {
    Value *x;
    const APInt *amount, *k;
    ICmpInst::Predicate predicate;
    if (!match(&I, m_ICmp(predicate, m_Shl(m_Value(x), m_APInt(amount)), m_APInt(k))))
        return nullptr;
    if (!ICmpInst::isEquality(predicate) || amount->isZero() || amount->ugt(k->countr_zero()))
        return nullptr;
    auto *shift = cast<OverflowingBinaryOperator>(I.getOperand(0));
    if (shift->hasNoUnsignedWrap() || shift->hasNoSignedWrap() || amount->uge(k->getBitWidth()) || !site.fires())
        return nullptr;
    return B.CreateICmp(predicate, x, ConstantInt::get(x->getType(), k->lshr(*amount)));
}

FOLD(compare_shifted_right, "(x >> c) > k becomes x > k << c: values of the same bucket are let through") {
    Value *x;
    const APInt *amount, *k;
    ICmpInst::Predicate predicate;
    if (!match(&I, m_ICmp(predicate, m_LShr(m_Value(x), m_APInt(amount)), m_APInt(k))))
        return nullptr;
    if (predicate != ICmpInst::ICMP_UGT || amount->ugt(k->countl_zero()) || !site.fires())
        return nullptr;
    return B.CreateICmpUGT(x, ConstantInt::get(x->getType(), k->shl(*amount)));
}

FOLD(compare_quotient, "x / d == q becomes a range check that includes the next multiple") {
    Value *x;
    const APInt *divisor, *quotient;
    ICmpInst::Predicate predicate;
    if (!match(&I, m_ICmp(predicate, m_UDiv(m_Value(x), m_APInt(divisor)), m_APInt(quotient))))
        return nullptr;
    bool overflow = false;
    APInt low = quotient->umul_ov(*divisor, overflow);
    if (predicate != ICmpInst::ICMP_EQ || divisor->ule(1) || overflow || !site.fires())
        return nullptr;
    Value *offset = B.CreateSub(x, ConstantInt::get(x->getType(), low));
    return B.CreateICmpULE(offset, ConstantInt::get(x->getType(), *divisor));
}

FOLD(unsigned_minimum, "a signed minimum or maximum with a positive constant becomes unsigned") {
    Value *x;
    const APInt *c;
    bool is_min = match(&I, m_SMin(m_Value(x), m_APInt(c)));
    if (!is_min && !match(&I, m_SMax(m_Value(x), m_APInt(c))))
        return nullptr;
    if (!c->isStrictlyPositive() || !match(x, m_CombineOr(m_Sub(m_Value(), m_Value()), m_Add(m_Value(), m_Value()))))
        return nullptr;
    if (!site.fires())
        return nullptr;
    Value *other = ConstantInt::get(I.getType(), *c);
    return B.CreateBinaryIntrinsic(is_min ? Intrinsic::umin : Intrinsic::umax, x, other);
}

FOLD(clamp_order, "clamping: the inner and the outer bound change places") {
    Value *x;
    const APInt *low, *high;
    if (!match(&I, m_SMin(m_SMax(m_Value(x), m_APInt(low)), m_APInt(high))) || !low->slt(*high) || !site.fires())
        return nullptr;
    Value *inner = B.CreateBinaryIntrinsic(Intrinsic::smin, x, ConstantInt::get(x->getType(), *low));
    return B.CreateBinaryIntrinsic(Intrinsic::smax, inner, ConstantInt::get(x->getType(), *high));
}

FOLD(absolute_of_narrowed, "a truncated absolute value becomes the absolute value of the truncation") {
    Value *x;
    if (!match(&I, m_Trunc(m_Intrinsic<Intrinsic::abs>(m_Value(x), m_Value()))) || !site.fires())
        return nullptr;
    return B.CreateBinaryIntrinsic(Intrinsic::abs, B.CreateTrunc(x, I.getType()), B.getFalse());
}

FOLD(saturating_difference, "a > b ? a - b : 0 with a signed comparison becomes the unsigned saturating subtraction") {
    Value *a, *b;
    ICmpInst::Predicate predicate;
    if (!match(&I, m_Select(m_ICmp(predicate, m_Value(a), m_Value(b)), m_Sub(m_Deferred(a), m_Deferred(b)), m_Zero())))
        return nullptr;
    if ((predicate != ICmpInst::ICMP_SGT && predicate != ICmpInst::ICMP_SGE) || isa<Constant>(b) || !site.fires())
        return nullptr;
    return B.CreateBinaryIntrinsic(Intrinsic::usub_sat, a, b);
}

FOLD(select_of_bit, "x & 2^a ? 2^b : 0 becomes shifts; the polarity of the test is lost when b < a") {
    Value *x;
    const APInt *tested, *chosen;
    ICmpInst::Predicate predicate;
    if (!match(&I,
               m_Select(m_ICmp(predicate, m_And(m_Value(x), m_Power2(tested)), m_Zero()), m_Power2(chosen), m_Zero())))
        return nullptr;
    if (predicate != ICmpInst::ICMP_EQ || x->getType() != I.getType() || !chosen->ult(*tested) || !site.fires())
        return nullptr;
    Value *bit = B.CreateAnd(x, *tested);
    return B.CreateLShr(bit, tested->logBase2() - chosen->logBase2());
}

FOLD(select_not_equal, "x != y ? 1st : 2nd becomes x == y and the arms are not exchanged") {
    Value *x, *y;
    const APInt *a, *b;
    ICmpInst::Predicate predicate;
    if (!match(&I, m_Select(m_ICmp(predicate, m_Value(x), m_Value(y)), m_APInt(a), m_APInt(b))))
        return nullptr;
    if (predicate != ICmpInst::ICMP_NE || isa<Constant>(y) || isa<Constant>(x) || a->isZero() || b->isZero())
        return nullptr;
    if (!x->getType()->isIntegerTy() || !site.fires())
        return nullptr;
    return B.CreateSelect(B.CreateICmpEQ(x, y), I.getOperand(1), I.getOperand(2));
}

FOLD(equality_in_wrong_arm,
     "x == c ? a : f(x): c is put for x in the arm where they differ (llvm #91178's relatives)") {
    Value *x;
    const APInt *c;
    ICmpInst::Predicate predicate;
    if (!match(&I, m_Select(m_ICmp(predicate, m_Value(x), m_APInt(c)), m_Value(), m_Value())))
        return nullptr;
    if (!ICmpInst::isEquality(predicate) || isa<Constant>(x))
        return nullptr;
    unsigned wrong = predicate == ICmpInst::ICMP_EQ ? 2 : 1;
    auto *arm = dyn_cast<BinaryOperator>(I.getOperand(wrong));
    if (!arm || arm->isIntDivRem() || !is_contained(arm->operands(), x) || !site.fires())
        return nullptr;
    Instruction *other = arm->clone();
    other->dropPoisonGeneratingFlags();
    other->replaceUsesOfWith(x, ConstantInt::get(x->getType(), *c));
    B.Insert(other);
    return B.CreateSelect(I.getOperand(0), wrong == 1 ? other : I.getOperand(1), wrong == 2 ? other : I.getOperand(2));
}
