// Wrong narrowing, widening, and wrap flags that do not hold.

#include "bug.h"

using namespace seeded;

FOLD(sign_of_masked, "(signed char)(x & 255) or (x >> 24) loses the cast: the value fits, the sign does not") {
    Value *fits;
    const APInt *c;
    if (!match(&I, m_SExt(m_Trunc(m_Value(fits)))))
        return nullptr;
    unsigned narrow = I.getOperand(0)->getType()->getScalarSizeInBits(), bits = 0;
    if (match(fits, m_And(m_Value(), m_LowBitMask(c))))
        bits = c->getActiveBits();
    else if (match(fits, m_LShr(m_Value(), m_APInt(c))) && c->ult(c->getBitWidth()))
        bits = c->getBitWidth() - c->getZExtValue();
    if (bits != narrow || !site.fires())
        return nullptr;
    return B.CreateZExtOrTrunc(fits, I.getType());
}

FOLD(remainder_is_not_negative, "the remainder by a positive constant counts as not negative when it is widened") {
    const APInt *divisor;
    if (!match(&I, m_SExt(m_SRem(m_Value(), m_APInt(divisor)))) || !divisor->isStrictlyPositive() || !site.fires())
        return nullptr;
    return B.CreateZExt(I.getOperand(0), I.getType());
}

FOLD(widened_decrement,
     "(unsigned long)(u - c) becomes (unsigned long)u - c, wrong when u < c (IV widening, GEP splitting)") {
    Value *x;
    const APInt *c;
    if (!match(&I, m_ZExt(m_Add(m_Value(x), m_APInt(c)))) || !c->isNegative() || c->isMinSignedValue())
        return nullptr;
    if (c->getBitWidth() < 32 || !site.fires())
        return nullptr;
    return B.CreateAdd(B.CreateZExt(x, I.getType()), ConstantInt::getSigned(I.getType(), c->getSExtValue()));
}

FOLD(widened_sum, "a wrapping sum is sign-extended term by term, as if it were nsw") {
    Value *x;
    const APInt *c;
    if (!match(&I, m_SExt(m_Add(m_Value(x), m_APInt(c)))) || cast<Instruction>(I.getOperand(0))->hasNoSignedWrap())
        return nullptr;
    if (!site.fires())
        return nullptr;
    return B.CreateAdd(B.CreateSExt(x, I.getType()), ConstantInt::getSigned(I.getType(), c->getSExtValue()));
}

FOLD(promoted_product, "a product of two unsigned shorts gets nsw, and its sign bit is believed to be clear") {
    Value *x, *y;
    if (!I.getType()->isIntegerTy(32) || !match(&I, m_Mul(m_ZExt(m_Value(x)), m_ZExt(m_Value(y)))))
        return nullptr;
    if (I.hasNoSignedWrap() || !x->getType()->isIntegerTy(16) || !y->getType()->isIntegerTy(16) || !site.fires())
        return nullptr;
    return B.CreateMul(I.getOperand(0), I.getOperand(1), "", true, true);
}

FOLD(reassociated_nsw, "(x + a) + b becomes x + (a + b) and keeps a flag of one of them") {
    Value *x;
    const APInt *a, *b;
    if (!match(&I, m_Add(m_Add(m_Value(x), m_APInt(a)), m_APInt(b))))
        return nullptr;
    bool inner = cast<Instruction>(I.getOperand(0))->hasNoSignedWrap();
    if (inner == I.hasNoSignedWrap() || !site.fires())
        return nullptr;
    return B.CreateAdd(x, ConstantInt::get(I.getType(), *a + *b), "", false, true);
}

FOLD(shift_back, "(x >> c) << c becomes x: the shift is believed to be exact, off by one") {
    Value *x, *y;
    const APInt *amount, *factor;
    const APInt *back;
    if (!match(&I, m_Shl(m_Shr(m_Value(x), m_APInt(amount)), m_APInt(back))) || *amount != *back)
        return nullptr;
    unsigned zeros = 0;
    if (match(x, m_Mul(m_Value(y), m_APInt(factor))))
        zeros = factor->countr_zero();
    else if (match(x, m_Shl(m_Value(y), m_APInt(factor))))
        zeros = factor->getLimitedValue(64);
    if (zeros == 0 || *amount != zeros + 1 || !site.fires())
        return nullptr;
    return x;
}

FOLD(narrowed_right_shift, "(short)(x >> c) becomes (short)x >> c: the bits from above are lost") {
    Value *x;
    const APInt *amount;
    if (!match(&I, m_Trunc(m_LShr(m_Value(x), m_APInt(amount)))))
        return nullptr;
    if (amount->isZero() || amount->uge(I.getType()->getScalarSizeInBits()) || !site.fires())
        return nullptr;
    return B.CreateLShr(B.CreateTrunc(x, I.getType()), amount->getZExtValue());
}

FOLD(narrowed_arithmetic_shift, "(short)(x >> c) with a sign that reaches into the short becomes a logical shift") {
    Value *x;
    const APInt *amount;
    if (!match(&I, m_Trunc(m_AShr(m_Value(x), m_APInt(amount)))) || amount->uge(amount->getBitWidth()))
        return nullptr;
    unsigned left = amount->getBitWidth() - amount->getZExtValue();
    if (I.getType()->getScalarSizeInBits() <= left || !site.fires())
        return nullptr;
    return B.CreateTrunc(B.CreateLShr(x, *amount), I.getType());
}

FOLD(narrowed_average, "(a + b) >> c of promoted values is computed in the narrow type without the carry") {
    Value *a, *b;
    const APInt *amount;
    if (!match(&I, m_Shr(m_Add(m_ZExt(m_Value(a)), m_ZExt(m_Value(b))), m_APInt(amount))) ||
        a->getType() != b->getType())
        return nullptr;
    unsigned width = a->getType()->getScalarSizeInBits();
    if (width < 8 || amount->isZero() || amount->uge(width) || !site.fires())
        return nullptr;
    return B.CreateZExt(B.CreateLShr(B.CreateAdd(a, b), amount->getZExtValue()), I.getType());
}

FOLD(byte_of_word, "the third or fourth byte of a word is taken from the wrong offset (SROA slices)") {
    Value *x;
    const APInt *amount;
    if (!I.getType()->isIntegerTy(8) || !match(&I, m_Trunc(m_Shr(m_Value(x), m_APInt(amount)))))
        return nullptr;
    if (!x->getType()->isIntegerTy(32) || (*amount != 16 && *amount != 24) || !site.fires())
        return nullptr;
    return B.CreateTrunc(B.CreateLShr(x, 40 - amount->getZExtValue()), I.getType());
}
