; Mirrors `arith::rem` of lang/src/arith.rs in the word u64, at IntKind::I32.
; Where C17 6.5.5p5-p6 leaves the behaviour undefined: the divisor is zero, or the quotient is not representable.
; unsat: no operands tell the code from the definition.
(set-logic ALL)
(declare-const a Int)
(declare-const b Int)
(define-fun representable ((v Int)) Bool (and (<= (- 2147483648) v) (<= v 2147483647)))
(assert (and (representable a) (representable b)))
; arith::check_division
(define-fun by_zero () Bool (= b 0))
(define-fun overflow () Bool (and (= b (- 1)) (= a (- 2147483648))))
; the algebraic quotient q with its fraction discarded, and the remainder r: a = q*b + r, |r| < |b|, r has a's sign
(declare-const q Int)
(declare-const r Int)
(assert (=> (not by_zero) (and (= a (+ (* q b) r)) (< (abs r) (abs b)) (=> (> r 0) (> a 0)) (=> (< r 0) (< a 0)))))
; `%` is undefined exactly where `/` is; elsewhere the remainder is representable
(assert (not (and
  (= (or by_zero overflow) (or (= b 0) (not (representable q))))
  (=> (not by_zero) (representable r)))))
(check-sat)
