//! New types: enumerations, structures and unions.

use super::Builder;
use lang::*;

impl Builder {
    /// An enumeration with these constants, which must fit its underlying type.
    pub fn make_enum(&mut self, underlying: Type, constants: Vec<Enumerator>) -> Type {
        let tag = Some(self.symbol("enum"));
        self.p.types.enums.push(Enum {
            tag,
            complete: true,
            underlying,
            packed: false,
            constants,
            unit: 0,
            loc: Loc::NONE,
        });
        let id = EnumId(self.p.types.enums.len() as u32 - 1);
        self.p.types.intern(TypeKind::Enum(id))
    }

    /// Members with their widths, if they are bit-fields.
    pub fn make_record(&mut self, is_union: bool, fields: &[(Type, Option<u32>)]) -> Type {
        let tag = Some(self.symbol(if is_union { "U" } else { "S" }));
        let mut depth = 0;
        let mut made = Vec::new();
        for (at, &(ty, bit_width)) in fields.iter().enumerate() {
            let name = Some(self.p.names.intern(&format!("m{at}")));
            depth = depth.max(self.p.types.depth(ty));
            made.push(Field { name, ty, bit_offset: 0, bit_width, packed: false, align_attr: None, loc: Loc::NONE });
        }
        let record = Record { complete: true, fields: made, ..Record::new(tag, is_union, 0, Loc::NONE) };
        self.p.types.records.push(record);
        let id = RecordId(self.p.types.records.len() as u32 - 1);
        let ty = self.p.types.intern(TypeKind::Record(id));
        self.p.types.set_depth(ty, depth + 1);
        self.p.types.lay_out(id);
        ty
    }
}
