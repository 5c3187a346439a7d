; Mirrors `table::first` and `table::total` of interp/src/repair/table.rs.
; `a * b` that overflows becomes `a / b` or `a % b` unless that is undefined too, and then `a - b` fits; `& | ^` are
; always there. Later `(T)((U)a * (U)b)`, the same wherever `a * b` fits.
; unsat: no operands tell the table from this.
(set-logic ALL)
(declare-const a (_ BitVec 64))
(define-fun a_exact () (_ BitVec 128) ((_ sign_extend 64) a))
(declare-const b (_ BitVec 64))
(define-fun b_exact () (_ BitVec 128) ((_ sign_extend 64) b))
; C17 6.2.6.2: the exact value fits the type
(define-fun fits ((v (_ BitVec 128))) Bool (= v ((_ sign_extend 64) ((_ extract 63 0) v))))
(define-fun min () (_ BitVec 64) (_ bv9223372036854775808 64))
(define-fun minus_one () (_ BitVec 64) (_ bv18446744073709551615 64))
(define-fun exact () (_ BitVec 128) (bvmul a_exact b_exact))
(define-fun difference () (_ BitVec 128) (bvsub a_exact b_exact))
(define-fun division_overflow () Bool (and (= a min) (= b minus_one)))
(assert (not (and
  (=> (= b (_ bv0 64)) (fits exact))
  (=> division_overflow (and (not (fits exact)) (fits difference)))
  (=> (fits exact) (= ((_ sign_extend 64) (bvmul a b)) exact)))))
(check-sat)
