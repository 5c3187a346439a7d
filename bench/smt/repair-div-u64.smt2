; Mirrors `table::first` and `table::total` of interp/src/repair/table.rs.
; `a / b` and `a % b` by zero become `a * b`, which is 0; later their operands are guarded:
; `b + (b == 0)`, or `(b - 1) % MAX + 1`.
; unsat: no operands tell the table from this.
(set-logic ALL)
(declare-const a (_ BitVec 64))
(define-fun a_exact () (_ BitVec 66) ((_ zero_extend 2) a))
(declare-const b (_ BitVec 64))
(define-fun b_exact () (_ BitVec 66) ((_ zero_extend 2) b))
(define-fun by_zero () Bool (= b (_ bv0 64)))
(define-fun overflow () Bool false)
(define-fun dividend () (_ BitVec 64) (bvadd a (ite overflow (_ bv1 64) (_ bv0 64))))
(define-fun divisor () (_ BitVec 64) (bvadd b (ite by_zero (_ bv1 64) (_ bv0 64))))
(define-fun less () (_ BitVec 64) (bvsub b (_ bv1 64)))
(define-fun rest () (_ BitVec 64) (bvurem less (_ bv18446744073709551615 64)))
(define-fun once () (_ BitVec 64) (bvadd rest (_ bv1 64)))
(assert (not (and
  (not (= divisor (_ bv0 64)))
  (= once divisor)
  (=> (not (or by_zero overflow)) (and (= dividend a) (= divisor b))))))
(check-sat)
