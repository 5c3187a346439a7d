; Mirrors `table::first` and `table::total` of interp/src/repair/table.rs.
; A subscript `e` outside of `0..len` becomes `e - c` or `e + c`: an element, with a constant that fits, or there is none.
; Later `((unsigned)e + c) % len`, the same wherever `e + c` is an element. What is less than `len` is its own remainder,
; and its own low bits if `len` is a power of two.
; unsat: no operands tell the table from this.
(set-logic ALL)
(declare-const e (_ BitVec 32))
(define-fun e_exact () (_ BitVec 34) ((_ zero_extend 2) e))
(declare-const c (_ BitVec 32))
(define-fun c_exact () (_ BitVec 34) ((_ zero_extend 2) c))
(declare-const t (_ BitVec 32)) ; the element that is wanted
(declare-const len (_ BitVec 32))
(define-fun len_exact () (_ BitVec 34) ((_ zero_extend 2) len))
(define-fun t_exact () (_ BitVec 34) ((_ zero_extend 2) t))
(define-fun fits ((v (_ BitVec 34))) Bool (= v ((_ zero_extend 2) ((_ extract 31 0) v))))
(define-fun element ((v (_ BitVec 34))) Bool (and (bvsle (_ bv0 34) v) (bvslt v len_exact)))
(define-fun constant ((v (_ BitVec 34))) Bool (and (fits v) (bvsle (_ bv0 34) v)))
(define-fun down () (_ BitVec 34) (bvsub e_exact t_exact))
(define-fun up () (_ BitVec 34) (bvsub t_exact e_exact))
(define-fun is_power () Bool (and (not (= len (_ bv0 32))) (= (bvand len (bvsub len (_ bv1 32))) (_ bv0 32))))
(define-fun low ((v (_ BitVec 32))) (_ BitVec 32) (bvand v (bvsub len (_ bv1 32))))
; no array has more than half of the address space
(assert (bvult len (_ bv2147483648 32)))
(assert (not (and
  (=> (and (element t_exact) (bvsle t_exact e_exact)) (and (constant down) (= (bvsub e_exact down) t_exact)))
  (=> (and (element t_exact) (constant up)) (= (bvadd e_exact up) t_exact))
  (=> (element (bvadd e_exact c_exact)) (and (bvult (bvadd e c) len) (= ((_ zero_extend 2) (bvadd e c)) (bvadd e_exact c_exact))))
  (=> (element (bvsub e_exact c_exact)) (and (bvult (bvsub e c) len) (= ((_ zero_extend 2) (bvsub e c)) (bvsub e_exact c_exact))))
  (=> is_power (bvult (low e) len))
  (=> (and is_power (bvult e len)) (= (low e) e)))))
(check-sat)
