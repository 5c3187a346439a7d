; Mirrors `table::first` and `table::total` of interp/src/repair/table.rs.
; A negative `a` is complemented before `<<`, or shifted right. The counts that the table allows are those for which
; the result fits; shifting in the unsigned type gives the same result.
; unsat: no operands tell the table from this.
(set-logic ALL)
(declare-const a (_ BitVec 64))
(declare-const t (_ BitVec 64))
(define-fun value () (_ BitVec 64) (ite (bvslt a (_ bv0 64)) (bvnot a) a))
; table::counts: W minus the length of the value in bits
(define-fun allowed () Bool (and (bvult t (_ bv64 64)) (= (bvlshr value (bvsub (_ bv63 64) t)) (_ bv0 64))))
; C17 6.5.7p4: value * 2^t fits
(define-fun exact () (_ BitVec 128) (bvshl ((_ zero_extend 64) value) ((_ zero_extend 64) t)))
(define-fun defined () Bool (and (bvult t (_ bv64 64)) (= ((_ extract 127 63) exact) (_ bv0 65))))
(assert (not (and
  (bvsge value (_ bv0 64))
  (= allowed defined)
  (=> (bvult t (_ bv64 64)) (= (bvshl value t) ((_ extract 63 0) exact)))
  (=> defined (= ((_ zero_extend 64) (bvshl value t)) exact)))))
(check-sat)
