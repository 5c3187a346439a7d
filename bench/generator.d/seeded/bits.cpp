// Wrong folds of integer arithmetic and bit operations, as of InstCombine and GCC's match.pd.

#include "bug.h"

using namespace seeded;

FOLD(add_under_mask, "demanded bits off by one: (x + 2^k) & (2^(k+1) - 1) loses the addend") {
    Value *x;
    const APInt *c, *mask;
    if (!match(&I, m_And(m_Add(m_Value(x), m_APInt(c)), m_LowBitMask(mask))))
        return nullptr;
    if (c->countr_zero() + 1 != mask->countr_one() || !site.fires())
        return nullptr;
    return B.CreateAnd(x, *mask);
}

FOLD(shift_pair, "a pair of shifts becomes one and the mask is forgotten: (x << a) >> b") {
    Value *x;
    const APInt *left, *right;
    if (!match(&I, m_LShr(m_Shl(m_Value(x), m_APInt(left)), m_APInt(right))))
        return nullptr;
    if (!right->ugt(*left) || right->uge(right->getBitWidth()) || !site.fires())
        return nullptr;
    return B.CreateLShr(x, *right - *left);
}

FOLD(arithmetic_shift_under_mask,
     "an arithmetic shift becomes a logical one though the mask keeps copies of the sign") {
    Value *x;
    const APInt *amount, *mask;
    if (!match(&I, m_And(m_AShr(m_Value(x), m_APInt(amount)), m_APInt(mask))) || mask->isNegative())
        return nullptr;
    unsigned width = mask->getBitWidth();
    if (amount->uge(width) || mask->getActiveBits() <= width - amount->getZExtValue() || !site.fires())
        return nullptr;
    return B.CreateAnd(B.CreateLShr(x, *amount), *mask);
}

FOLD(not_through_shift, "~x >> c becomes ~(x >> c), which holds for arithmetic shifts only") {
    Value *x;
    const APInt *amount;
    if (!match(&I, m_LShr(m_Not(m_Value(x)), m_APInt(amount))) || amount->isZero() || !site.fires())
        return nullptr;
    return B.CreateNot(B.CreateLShr(x, *amount));
}

FOLD(not_plus_constant, "~x + c becomes c - x, one too many (the 1 of ~x = -x - 1)") {
    Value *x;
    const APInt *c;
    if (!match(&I, m_Add(m_Not(m_Value(x)), m_APInt(c))) || !c->isStrictlyPositive() || !site.fires())
        return nullptr;
    return B.CreateSub(ConstantInt::get(I.getType(), *c), x);
}

FOLD(rotate_promoted, "a rotation of a promoted narrow value: the bits above are lost (GCC's rotate recognition)") {
    Value *x;
    const APInt *left, *right;
    if (!match(&I, m_c_Or(m_Shl(m_ZExt(m_Value(x)), m_APInt(left)), m_LShr(m_ZExt(m_Deferred(x)), m_APInt(right)))))
        return nullptr;
    unsigned width = x->getType()->getScalarSizeInBits();
    if (*left + *right != width || left->isZero() || right->isZero() || !site.fires())
        return nullptr;
    Value *amount = ConstantInt::get(x->getType(), left->getZExtValue());
    return B.CreateZExt(B.CreateIntrinsic(Intrinsic::fshl, {x->getType()}, {x, x, amount}), I.getType());
}

FOLD(rotate_direction, "a left rotation by more than half the width becomes the right rotation's amount") {
    Value *x;
    const APInt *amount;
    if (!match(&I, m_Intrinsic<Intrinsic::fshl>(m_Value(x), m_Deferred(x), m_APInt(amount))))
        return nullptr;
    unsigned width = amount->getBitWidth();
    if (!amount->ugt(width / 2) || !amount->ult(width) || !site.fires())
        return nullptr;
    Value *other = ConstantInt::get(x->getType(), width - amount->getZExtValue());
    return B.CreateIntrinsic(Intrinsic::fshl, {x->getType()}, {x, x, other});
}

FOLD(mask_merge, "(x & a) | (y & b) is taken for a merge though a and b are not complements") {
    Value *x, *y;
    const APInt *a, *b;
    if (!match(&I, m_Or(m_And(m_Value(x), m_APInt(a)), m_And(m_Value(y), m_APInt(b)))))
        return nullptr;
    if (a->intersects(*b) || (*a | *b).isAllOnes() || !site.fires())
        return nullptr;
    return B.CreateXor(B.CreateAnd(B.CreateXor(x, y), *a), y);
}

FOLD(add_as_or, "no common bits: (x << k) + y becomes | though y, zero-extended or masked, may have more than k bits") {
    Value *x, *y;
    const APInt *amount, *mask;
    if (!match(&I, m_c_Add(m_Shl(m_Value(x), m_APInt(amount)), m_Value(y))))
        return nullptr;
    unsigned bits = 0;
    if (match(y, m_And(m_Value(), m_APInt(mask))))
        bits = mask->getActiveBits();
    else if (auto *extension = dyn_cast<ZExtInst>(y))
        bits = extension->getSrcTy()->getScalarSizeInBits();
    if (bits == 0 || amount->isZero() || !amount->ult(bits) || !site.fires())
        return nullptr;
    return B.CreateOr(I.getOperand(0), I.getOperand(1));
}

FOLD(mask_minus, "(2^k - 1) - y becomes an exclusive or though y may have more than k bits") {
    Value *y;
    const APInt *c, *mask;
    if (!match(&I, m_Sub(m_LowBitMask(c), m_Value(y))) || c->isAllOnes())
        return nullptr;
    unsigned bits = 0;
    if (match(y, m_And(m_Value(), m_APInt(mask))))
        bits = mask->getActiveBits();
    else if (auto *extension = dyn_cast<ZExtInst>(y))
        bits = extension->getSrcTy()->getScalarSizeInBits();
    if (bits <= c->getActiveBits() || !site.fires())
        return nullptr;
    return B.CreateXor(y, *c);
}

FOLD(absorption, "(x & y) ^ y keeps the wrong operand: x & ~y") {
    Value *x, *y;
    if (!match(&I, m_c_Xor(m_c_And(m_Value(x), m_Value(y)), m_Deferred(y))))
        return nullptr;
    if (isa<Constant>(x) || !site.fires())
        return nullptr;
    return B.CreateAnd(x, B.CreateNot(y));
}

FOLD(bool_sum, "the sum of two truth values is computed in one bit") {
    Value *a, *b;
    if (!match(&I, m_Add(m_ZExt(m_Value(a)), m_ZExt(m_Value(b)))) || a == b)
        return nullptr;
    if (!a->getType()->isIntOrIntVectorTy(1) || !b->getType()->isIntOrIntVectorTy(1) || !site.fires())
        return nullptr;
    return B.CreateZExt(B.CreateOr(a, b), I.getType());
}

FOLD(multiply_then_divide, "(x * ab) / b becomes x * a though the unsigned product may wrap") {
    Value *x;
    const APInt *product, *divisor;
    if (!match(&I, m_UDiv(m_Mul(m_Value(x), m_APInt(product)), m_APInt(divisor))))
        return nullptr;
    if (divisor->ule(1) || product->urem(*divisor) != 0 || !site.fires())
        return nullptr;
    return B.CreateMul(x, ConstantInt::get(I.getType(), product->udiv(*divisor)));
}

FOLD(magic_division, "division by multiplication with a magic number that is rounded down: exact multiples go wrong") {
    Value *x;
    const APInt *divisor;
    if (!I.getType()->isIntegerTy(32) || !match(&I, m_UDiv(m_Value(x), m_APInt(divisor))))
        return nullptr;
    if (divisor->ult(3) || divisor->isPowerOf2() || divisor->ugt(1 << 16) || !site.fires())
        return nullptr;
    uint64_t magic = (uint64_t(1) << 32) / divisor->getZExtValue();
    Value *product = B.CreateMul(B.CreateZExt(x, B.getInt64Ty()), B.getInt64(magic));
    return B.CreateTrunc(B.CreateLShr(product, 32), I.getType());
}

FOLD(negated_remainder, "-(x % y) becomes x % -y, whose sign is that of x") {
    Value *x, *y;
    if (!match(&I, m_Neg(m_SRem(m_Value(x), m_Value(y)))) || match(y, m_AllOnes()) || !site.fires())
        return nullptr;
    return B.CreateSRem(x, isa<Constant>(y) ? B.CreateNeg(y) : y);
}

FOLD(difference_is_not_negative,
     "a difference of unsigned values counts as unsigned when it is divided by a constant") {
    Value *difference;
    const APInt *divisor;
    bool divides = match(&I, m_SDiv(m_Value(difference), m_APInt(divisor)));
    if (!divides && !match(&I, m_SRem(m_Value(difference), m_APInt(divisor))))
        return nullptr;
    if (!match(difference, m_Sub(m_ZExt(m_Value()), m_ZExt(m_Value()))) || !divisor->sgt(1) || !site.fires())
        return nullptr;
    return divides ? B.CreateUDiv(difference, I.getOperand(1)) : B.CreateURem(difference, I.getOperand(1));
}
