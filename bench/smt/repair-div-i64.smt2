; Mirrors `table::first` and `table::total` of interp/src/repair/table.rs.
; `a / b` and `a % b` by zero become `a * b`, which is 0, with overflow `a - b`, which fits; later their operands are guarded:
; `a + (a == MIN && b == -1)` and `b + (b == 0)`, or `((U)b - 1) % MAX + 1` for the divisor.
; unsat: no operands tell the table from this.
(set-logic ALL)
(declare-const a (_ BitVec 64))
(define-fun a_exact () (_ BitVec 66) ((_ sign_extend 2) a))
(declare-const b (_ BitVec 64))
(define-fun b_exact () (_ BitVec 66) ((_ sign_extend 2) b))
; C17 6.2.6.2: the exact value fits the type
(define-fun fits ((v (_ BitVec 66))) Bool (= v ((_ sign_extend 2) ((_ extract 63 0) v))))
(define-fun min () (_ BitVec 64) (_ bv9223372036854775808 64))
(define-fun minus_one () (_ BitVec 64) (_ bv18446744073709551615 64))
(define-fun by_zero () Bool (= b (_ bv0 64)))
(define-fun overflow () Bool (and (= a min) (= b minus_one)))
(define-fun dividend () (_ BitVec 64) (bvadd a (ite overflow (_ bv1 64) (_ bv0 64))))
(define-fun divisor () (_ BitVec 64) (bvadd b (ite by_zero (_ bv1 64) (_ bv0 64))))
(define-fun less () (_ BitVec 64) (bvsub b (_ bv1 64)))
(define-fun rest () (_ BitVec 64) (bvurem less (_ bv18446744073709551615 64)))
(define-fun once () (_ BitVec 64) (bvadd rest (_ bv1 64)))
(assert (not (and
  (=> overflow (fits (bvsub a_exact b_exact)))
  (not (and (= dividend min) (= divisor minus_one)))
  (not (= divisor (_ bv0 64)))
  (= once divisor)
  (=> (not (or by_zero overflow)) (and (= dividend a) (= divisor b))))))
(check-sat)
