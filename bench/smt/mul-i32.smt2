; Mirrors `arith::mul` of lang/src/arith.rs in the word u64, at IntKind::I32.
; The fault is raised exactly where the exact result is not representable; else the result is exact.
; unsat: no operands tell the code from the definition.
(set-logic ALL)
(declare-const a_bits (_ BitVec 32))
(define-fun a () (_ BitVec 64) ((_ sign_extend 32) a_bits)) ; the canonical word
(define-fun a_exact () (_ BitVec 64) ((_ sign_extend 32) a_bits)) ; the mathematical value: 64 bits lose nothing
(declare-const b_bits (_ BitVec 32))
(define-fun b () (_ BitVec 64) ((_ sign_extend 32) b_bits)) ; the canonical word
(define-fun b_exact () (_ BitVec 64) ((_ sign_extend 32) b_bits)) ; the mathematical value: 64 bits lose nothing
; arith::wrap, arith::min, arith::max
(define-fun wrap ((w (_ BitVec 64))) (_ BitVec 64) (bvashr (bvshl w (_ bv32 64)) (_ bv32 64)))
(define-fun min () (_ BitVec 64) (bvshl (bvnot (_ bv0 64)) (_ bv31 64)))
(define-fun max () (_ BitVec 64) (bvnot min))
; the definition: C17 6.2.6.2 ranges, 6.2.5p9 reduction
(define-fun least () (_ BitVec 64) (bvneg (bvshl (_ bv1 64) (_ bv31 64))))
(define-fun greatest () (_ BitVec 64) (bvsub (bvshl (_ bv1 64) (_ bv31 64)) (_ bv1 64)))
(define-fun representable ((v (_ BitVec 64))) Bool (and (bvsle least v) (bvsle v greatest)))
(define-fun reduced ((v (_ BitVec 64))) (_ BitVec 64) ((_ sign_extend 32) ((_ extract 31 0) v)))
(define-fun exact_word ((v (_ BitVec 64))) (_ BitVec 64) ((_ extract 63 0) v))
(define-fun word () (_ BitVec 64) (bvmul a b))
(define-fun overflow () Bool false)
(define-fun fault () Bool (or overflow (not (= (wrap word) word))))
(define-fun exact () (_ BitVec 64) (bvmul a_exact b_exact))
(assert (not (and (= fault (not (representable exact))) (=> (not fault) (= word (exact_word exact))))))
(check-sat)
