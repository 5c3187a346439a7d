; Mirrors `table::first` and `table::total` of interp/src/repair/table.rs.
; A negative `a` is complemented before `<<`, or shifted right. The counts that the table allows are those for which
; the result fits; shifting in the unsigned type gives the same result.
; unsat: no operands tell the table from this.
(set-logic ALL)
(declare-const a (_ BitVec 32))
(declare-const t (_ BitVec 32))
(define-fun value () (_ BitVec 32) (ite (bvslt a (_ bv0 32)) (bvnot a) a))
; table::counts: W minus the length of the value in bits
(define-fun allowed () Bool (and (bvult t (_ bv32 32)) (= (bvlshr value (bvsub (_ bv31 32) t)) (_ bv0 32))))
; C17 6.5.7p4: value * 2^t fits
(define-fun exact () (_ BitVec 64) (bvshl ((_ zero_extend 32) value) ((_ zero_extend 32) t)))
(define-fun defined () Bool (and (bvult t (_ bv32 32)) (= ((_ extract 63 31) exact) (_ bv0 33))))
(assert (not (and
  (bvsge value (_ bv0 32))
  (= allowed defined)
  (=> (bvult t (_ bv32 32)) (= (bvshl value t) ((_ extract 31 0) exact)))
  (=> defined (= ((_ zero_extend 32) (bvshl value t)) exact)))))
(check-sat)
