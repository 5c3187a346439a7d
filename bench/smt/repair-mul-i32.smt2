; Mirrors `table::first` and `table::total` of interp/src/repair/table.rs.
; `a * b` that overflows becomes `a / b` or `a % b` unless that is undefined too, and then `a - b` fits; `& | ^` are
; always there. Later `(T)((U)a * (U)b)`, the same wherever `a * b` fits.
; unsat: no operands tell the table from this.
(set-logic ALL)
(declare-const a (_ BitVec 32))
(define-fun a_exact () (_ BitVec 64) ((_ sign_extend 32) a))
(declare-const b (_ BitVec 32))
(define-fun b_exact () (_ BitVec 64) ((_ sign_extend 32) b))
; C17 6.2.6.2: the exact value fits the type
(define-fun fits ((v (_ BitVec 64))) Bool (= v ((_ sign_extend 32) ((_ extract 31 0) v))))
(define-fun min () (_ BitVec 32) (_ bv2147483648 32))
(define-fun minus_one () (_ BitVec 32) (_ bv4294967295 32))
(define-fun exact () (_ BitVec 64) (bvmul a_exact b_exact))
(define-fun difference () (_ BitVec 64) (bvsub a_exact b_exact))
(define-fun division_overflow () Bool (and (= a min) (= b minus_one)))
(assert (not (and
  (=> (= b (_ bv0 32)) (fits exact))
  (=> division_overflow (and (not (fits exact)) (fits difference)))
  (=> (fits exact) (= ((_ sign_extend 32) (bvmul a b)) exact)))))
(check-sat)
