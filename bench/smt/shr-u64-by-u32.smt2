; Mirrors `arith::shr` of lang/src/arith.rs in the word u64, at IntKind::U64.
; C17 6.5.7p3 and p5; negative values: the floor of a / 2^count.
; unsat: no operands tell the code from the definition.
(set-logic ALL)
(declare-const a_bits (_ BitVec 64))
(define-fun a () (_ BitVec 64) a_bits) ; the canonical word
(define-fun a_exact () (_ BitVec 256) ((_ zero_extend 192) a_bits)) ; the mathematical value: 256 bits lose nothing
; arith::wrap, arith::min, arith::max
(define-fun wrap ((w (_ BitVec 64))) (_ BitVec 64) w)
(define-fun min () (_ BitVec 64) (_ bv0 64))
(define-fun max () (_ BitVec 64) (bvlshr (bvnot (_ bv0 64)) (_ bv0 64)))
; the definition: C17 6.2.6.2 ranges, 6.2.5p9 reduction
(define-fun least () (_ BitVec 256) (_ bv0 256))
(define-fun greatest () (_ BitVec 256) (bvsub (bvshl (_ bv1 256) (_ bv64 256)) (_ bv1 256)))
(define-fun representable ((v (_ BitVec 256))) Bool (and (bvsle least v) (bvsle v greatest)))
(define-fun reduced ((v (_ BitVec 256))) (_ BitVec 64) ((_ zero_extend 0) ((_ extract 63 0) v)))
(define-fun exact_word ((v (_ BitVec 256))) (_ BitVec 64) ((_ extract 63 0) v))
(declare-const count_bits (_ BitVec 32)) ; of kind U32
(define-fun count () (_ BitVec 64) ((_ zero_extend 32) count_bits))
(define-fun count_exact () (_ BitVec 256) ((_ zero_extend 224) count_bits))
; arith::check_count: one unsigned comparison
(define-fun count_fault () Bool (not (bvult count (_ bv64 64))))
; the definition: 6.5.7p3
(define-fun count_undefined () Bool (or (bvslt count_exact (_ bv0 256)) (bvsge count_exact (_ bv64 256))))
(define-fun result () (_ BitVec 64) (bvlshr a count))
(define-fun quotient () (_ BitVec 256) ((_ zero_extend 192) result))
; the floor: quotient * 2^count <= a < (quotient + 1) * 2^count, and the result is canonical
(define-fun is_floor () Bool (and
  (bvsle (bvshl quotient count_exact) a_exact)
  (bvslt a_exact (bvshl (bvadd quotient (_ bv1 256)) count_exact))))
(assert (not (and (= count_fault count_undefined) (=> (not count_fault) (and is_floor (= (wrap result) result))))))
(check-sat)
