; Mirrors `table::first` and `table::total` of interp/src/repair/table.rs.
; `a / b` and `a % b` by zero become `a * b`, which is 0, with overflow `a - b`, which fits; later their operands are guarded:
; `a + (a == MIN && b == -1)` and `b + (b == 0)`, or `((U)b - 1) % MAX + 1` for the divisor.
; unsat: no operands tell the table from this.
(set-logic ALL)
(declare-const a (_ BitVec 32))
(define-fun a_exact () (_ BitVec 34) ((_ sign_extend 2) a))
(declare-const b (_ BitVec 32))
(define-fun b_exact () (_ BitVec 34) ((_ sign_extend 2) b))
; C17 6.2.6.2: the exact value fits the type
(define-fun fits ((v (_ BitVec 34))) Bool (= v ((_ sign_extend 2) ((_ extract 31 0) v))))
(define-fun min () (_ BitVec 32) (_ bv2147483648 32))
(define-fun minus_one () (_ BitVec 32) (_ bv4294967295 32))
(define-fun by_zero () Bool (= b (_ bv0 32)))
(define-fun overflow () Bool (and (= a min) (= b minus_one)))
(define-fun dividend () (_ BitVec 32) (bvadd a (ite overflow (_ bv1 32) (_ bv0 32))))
(define-fun divisor () (_ BitVec 32) (bvadd b (ite by_zero (_ bv1 32) (_ bv0 32))))
(define-fun less () (_ BitVec 32) (bvsub b (_ bv1 32)))
(define-fun rest () (_ BitVec 32) (bvurem less (_ bv4294967295 32)))
(define-fun once () (_ BitVec 32) (bvadd rest (_ bv1 32)))
(assert (not (and
  (=> overflow (fits (bvsub a_exact b_exact)))
  (not (and (= dividend min) (= divisor minus_one)))
  (not (= divisor (_ bv0 32)))
  (= once divisor)
  (=> (not (or by_zero overflow)) (and (= dividend a) (= divisor b))))))
(check-sat)
