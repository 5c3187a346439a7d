; Mirrors `table::first` and `table::total` of interp/src/repair/table.rs.
; `a / b` and `a % b` by zero become `a * b`, which is 0; later their operands are guarded:
; `b + (b == 0)`, or `(b - 1) % MAX + 1`.
; unsat: no operands tell the table from this.
(set-logic ALL)
(declare-const a (_ BitVec 32))
(define-fun a_exact () (_ BitVec 34) ((_ zero_extend 2) a))
(declare-const b (_ BitVec 32))
(define-fun b_exact () (_ BitVec 34) ((_ zero_extend 2) b))
(define-fun by_zero () Bool (= b (_ bv0 32)))
(define-fun overflow () Bool false)
(define-fun dividend () (_ BitVec 32) (bvadd a (ite overflow (_ bv1 32) (_ bv0 32))))
(define-fun divisor () (_ BitVec 32) (bvadd b (ite by_zero (_ bv1 32) (_ bv0 32))))
(define-fun less () (_ BitVec 32) (bvsub b (_ bv1 32)))
(define-fun rest () (_ BitVec 32) (bvurem less (_ bv4294967295 32)))
(define-fun once () (_ BitVec 32) (bvadd rest (_ bv1 32)))
(assert (not (and
  (not (= divisor (_ bv0 32)))
  (= once divisor)
  (=> (not (or by_zero overflow)) (and (= dividend a) (= divisor b))))))
(check-sat)
