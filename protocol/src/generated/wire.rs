pub use root::*;

const _: () = ::planus::check_version_compatibility("planus-1.3.0");

/// The root namespace
///
/// Generated from these locations:
/// * File `/work/main/protocol/schema/osmia.fbs`
#[no_implicit_prelude]
#[allow(clippy::needless_lifetimes)]
mod root {
    /// The namespace `wire`
    ///
    /// Generated from these locations:
    /// * File `/work/main/protocol/schema/osmia.fbs`
    pub mod wire {
        ///  Attributes of an inode, as stat(2) shows them, and what the data path needs.
        ///
        /// Generated from these locations:
        /// * Struct `Attr` in the file `/work/main/protocol/schema/osmia.fbs:12`
        #[derive(
            Copy,
            Clone,
            Debug,
            PartialEq,
            PartialOrd,
            Eq,
            Ord,
            Hash,
            Default,
           
           
        )]
        pub struct Attr {
            /// The field `id` in the struct `Attr`
            pub id: u64,

            /// The field `size` in the struct `Attr`
            pub size: u64,

            ///  512-byte blocks.
            pub blocks: u64,

            ///  Nanoseconds since the epoch.
            pub atime: i64,

            /// The field `mtime` in the struct `Attr`
            pub mtime: i64,

            /// The field `ctime` in the struct `Attr`
            pub ctime: i64,

            /// The field `btime` in the struct `Attr`
            pub btime: i64,

            ///  File type (S_IFMT) and permission bits.
            pub mode: u32,

            /// The field `uid` in the struct `Attr`
            pub uid: u32,

            /// The field `gid` in the struct `Attr`
            pub gid: u32,

            /// The field `nlink` in the struct `Attr`
            pub nlink: u32,

            ///  Truncate generation: raised by every truncate.
            pub generation: u32,

            ///  Bits of `protocol::inode_flags`.
            pub flags: u32,
        }

        /// # Safety
        /// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
        unsafe impl ::planus::Primitive for Attr {
            const ALIGNMENT: usize = 8;
            const SIZE: usize = 80;
        }

        #[allow(clippy::identity_op)]
        impl ::planus::WriteAsPrimitive<Attr> for Attr {
            #[inline]
            fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
                let (cur, cursor) = cursor.split::<8, 72>();
                self.id.write(cur, buffer_position - 0);
                let (cur, cursor) = cursor.split::<8, 64>();
                self.size.write(cur, buffer_position - 8);
                let (cur, cursor) = cursor.split::<8, 56>();
                self.blocks.write(cur, buffer_position - 16);
                let (cur, cursor) = cursor.split::<8, 48>();
                self.atime.write(cur, buffer_position - 24);
                let (cur, cursor) = cursor.split::<8, 40>();
                self.mtime.write(cur, buffer_position - 32);
                let (cur, cursor) = cursor.split::<8, 32>();
                self.ctime.write(cur, buffer_position - 40);
                let (cur, cursor) = cursor.split::<8, 24>();
                self.btime.write(cur, buffer_position - 48);
                let (cur, cursor) = cursor.split::<4, 20>();
                self.mode.write(cur, buffer_position - 56);
                let (cur, cursor) = cursor.split::<4, 16>();
                self.uid.write(cur, buffer_position - 60);
                let (cur, cursor) = cursor.split::<4, 12>();
                self.gid.write(cur, buffer_position - 64);
                let (cur, cursor) = cursor.split::<4, 8>();
                self.nlink.write(cur, buffer_position - 68);
                let (cur, cursor) = cursor.split::<4, 4>();
                self.generation.write(cur, buffer_position - 72);
                let (cur, cursor) = cursor.split::<4, 0>();
                self.flags.write(cur, buffer_position - 76);
                cursor.finish([]);
            }
        }

        impl ::planus::WriteAsOffset<Attr> for Attr {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Attr> {
                unsafe {
                    builder.write_with(80, 7, |buffer_position, bytes| {
                        let bytes = bytes.as_mut_ptr();

                        ::planus::WriteAsPrimitive::write(
                            self,
                            ::planus::Cursor::new(&mut *(bytes as *mut [::core::mem::MaybeUninit<u8>; 80])),
                            buffer_position,
                        );
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<Attr> for Attr {
            type Prepared = Self;
            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
                *self
            }
        }

        impl ::planus::WriteAsOptional<Attr> for Attr {
            type Prepared = Self;
            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<Self> {
                ::core::option::Option::Some(*self)
            }
        }

        /// Reference to a deserialized [Attr].
        #[derive(Copy, Clone)]
        pub struct AttrRef<'a>(::planus::ArrayWithStartOffset<'a, 80>);

        impl<'a> AttrRef<'a> {
            /// Getter for the [`id` field](Attr#structfield.id).
            pub fn id(&self) -> u64 {
                let buffer = self.0.advance_as_array::<8>(0).unwrap();

                u64::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`size` field](Attr#structfield.size).
            pub fn size(&self) -> u64 {
                let buffer = self.0.advance_as_array::<8>(8).unwrap();

                u64::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`blocks` field](Attr#structfield.blocks).
            pub fn blocks(&self) -> u64 {
                let buffer = self.0.advance_as_array::<8>(16).unwrap();

                u64::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`atime` field](Attr#structfield.atime).
            pub fn atime(&self) -> i64 {
                let buffer = self.0.advance_as_array::<8>(24).unwrap();

                i64::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`mtime` field](Attr#structfield.mtime).
            pub fn mtime(&self) -> i64 {
                let buffer = self.0.advance_as_array::<8>(32).unwrap();

                i64::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`ctime` field](Attr#structfield.ctime).
            pub fn ctime(&self) -> i64 {
                let buffer = self.0.advance_as_array::<8>(40).unwrap();

                i64::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`btime` field](Attr#structfield.btime).
            pub fn btime(&self) -> i64 {
                let buffer = self.0.advance_as_array::<8>(48).unwrap();

                i64::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`mode` field](Attr#structfield.mode).
            pub fn mode(&self) -> u32 {
                let buffer = self.0.advance_as_array::<4>(56).unwrap();

                u32::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`uid` field](Attr#structfield.uid).
            pub fn uid(&self) -> u32 {
                let buffer = self.0.advance_as_array::<4>(60).unwrap();

                u32::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`gid` field](Attr#structfield.gid).
            pub fn gid(&self) -> u32 {
                let buffer = self.0.advance_as_array::<4>(64).unwrap();

                u32::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`nlink` field](Attr#structfield.nlink).
            pub fn nlink(&self) -> u32 {
                let buffer = self.0.advance_as_array::<4>(68).unwrap();

                u32::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`generation` field](Attr#structfield.generation).
            pub fn generation(&self) -> u32 {
                let buffer = self.0.advance_as_array::<4>(72).unwrap();

                u32::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`flags` field](Attr#structfield.flags).
            pub fn flags(&self) -> u32 {
                let buffer = self.0.advance_as_array::<4>(76).unwrap();

                u32::from_le_bytes(*buffer.as_array())
            }
        }

        impl<'a> ::core::fmt::Debug for AttrRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("AttrRef");
                f.field("id", &self.id());
                f.field("size", &self.size());
                f.field("blocks", &self.blocks());
                f.field("atime", &self.atime());
                f.field("mtime", &self.mtime());
                f.field("ctime", &self.ctime());
                f.field("btime", &self.btime());
                f.field("mode", &self.mode());
                f.field("uid", &self.uid());
                f.field("gid", &self.gid());
                f.field("nlink", &self.nlink());
                f.field("generation", &self.generation());
                f.field("flags", &self.flags());
                f.finish()
            }
        }

        impl<'a> ::core::convert::From<::planus::ArrayWithStartOffset<'a, 80>> for AttrRef<'a> {
            fn from(array: ::planus::ArrayWithStartOffset<'a, 80>) -> Self {
                Self(array)
            }
        }

        impl<'a> ::core::convert::From<AttrRef<'a>> for Attr {
            #[allow(unreachable_code)]
            fn from(value: AttrRef<'a>) -> Self {
                Self {
                    id: value.id(),
                    size: value.size(),
                    blocks: value.blocks(),
                    atime: value.atime(),
                    mtime: value.mtime(),
                    ctime: value.ctime(),
                    btime: value.btime(),
                    mode: value.mode(),
                    uid: value.uid(),
                    gid: value.gid(),
                    nlink: value.nlink(),
                    generation: value.generation(),
                    flags: value.flags(),
                }
            }
        }

        impl<'a, 'b> ::core::cmp::PartialEq<AttrRef<'a>> for AttrRef<'b> {
            fn eq(&self, other: &AttrRef<'_>) -> bool {
                self.id() == other.id()
                    && self.size() == other.size()
                    && self.blocks() == other.blocks()
                    && self.atime() == other.atime()
                    && self.mtime() == other.mtime()
                    && self.ctime() == other.ctime()
                    && self.btime() == other.btime()
                    && self.mode() == other.mode()
                    && self.uid() == other.uid()
                    && self.gid() == other.gid()
                    && self.nlink() == other.nlink()
                    && self.generation() == other.generation()
                    && self.flags() == other.flags()
            }
        }

        impl<'a> ::core::cmp::Eq for AttrRef<'a> {}
        impl<'a, 'b> ::core::cmp::PartialOrd<AttrRef<'a>> for AttrRef<'b> {
            fn partial_cmp(&self, other: &AttrRef<'_>) -> ::core::option::Option<::core::cmp::Ordering> {
                ::core::option::Option::Some(::core::cmp::Ord::cmp(self, other))
            }
        }

        impl<'a> ::core::cmp::Ord for AttrRef<'a> {
            fn cmp(&self, other: &AttrRef<'_>) -> ::core::cmp::Ordering {
                self.id()
                    .cmp(&other.id())
                    .then_with(|| self.size().cmp(&other.size()))
                    .then_with(|| self.blocks().cmp(&other.blocks()))
                    .then_with(|| self.atime().cmp(&other.atime()))
                    .then_with(|| self.mtime().cmp(&other.mtime()))
                    .then_with(|| self.ctime().cmp(&other.ctime()))
                    .then_with(|| self.btime().cmp(&other.btime()))
                    .then_with(|| self.mode().cmp(&other.mode()))
                    .then_with(|| self.uid().cmp(&other.uid()))
                    .then_with(|| self.gid().cmp(&other.gid()))
                    .then_with(|| self.nlink().cmp(&other.nlink()))
                    .then_with(|| self.generation().cmp(&other.generation()))
                    .then_with(|| self.flags().cmp(&other.flags()))
            }
        }

        impl<'a> ::core::hash::Hash for AttrRef<'a> {
            fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
                self.id().hash(state);
                self.size().hash(state);
                self.blocks().hash(state);
                self.atime().hash(state);
                self.mtime().hash(state);
                self.ctime().hash(state);
                self.btime().hash(state);
                self.mode().hash(state);
                self.uid().hash(state);
                self.gid().hash(state);
                self.nlink().hash(state);
                self.generation().hash(state);
                self.flags().hash(state);
            }
        }

        impl<'a> ::planus::TableRead<'a> for AttrRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                let buffer = buffer.advance_as_array::<80>(offset)?;
                ::core::result::Result::Ok(Self(buffer))
            }
        }

        impl<'a> ::planus::VectorRead<'a> for AttrRef<'a> {
            const STRIDE: usize = 80;

            #[inline]
            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> Self {
                Self(unsafe { buffer.unchecked_advance_as_array(offset) })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<Attr> for Attr {
            const STRIDE: usize = 80;

            type Value = Attr;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self::Value {
                *self
            }

            #[inline]
            unsafe fn write_values(
                values: &[Attr],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 80];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (80 * i) as u32,
                    );
                }
            }
        }

        ///  How a file's data are cut over targets; docs/stripe-layout.md.
        ///
        /// Generated from these locations:
        /// * Table `StripeLayout` in the file `/work/main/protocol/schema/osmia.fbs:34`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct StripeLayout {
            /// The field `version` in the table `StripeLayout`
            pub version: u32,
            /// The field `stripe_bytes` in the table `StripeLayout`
            pub stripe_bytes: u32,
            ///  Storage target of each stripe column, in order.
            pub targets: ::core::option::Option<::planus::alloc::vec::Vec<u32>>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for StripeLayout {
            fn default() -> Self {
                Self { version: 0, stripe_bytes: 0, targets: ::core::default::Default::default() }
            }
        }

        impl StripeLayout {
            /// Creates a [StripeLayoutBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> StripeLayoutBuilder<()> {
                StripeLayoutBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_version: impl ::planus::WriteAsDefault<u32, u32>,
                field_stripe_bytes: impl ::planus::WriteAsDefault<u32, u32>,
                field_targets: impl ::planus::WriteAsOptional<::planus::Offset<[u32]>>,
            ) -> ::planus::Offset<Self> {
                let prepared_version = field_version.prepare(builder, &0);
                let prepared_stripe_bytes = field_stripe_bytes.prepare(builder, &0);
                let prepared_targets = field_targets.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<10> =
                    ::core::default::Default::default();
                if prepared_version.is_some() {
                    table_writer.write_entry::<u32>(0);
                }
                if prepared_stripe_bytes.is_some() {
                    table_writer.write_entry::<u32>(1);
                }
                if prepared_targets.is_some() {
                    table_writer.write_entry::<::planus::Offset<[u32]>>(2);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_version) = prepared_version {
                            object_writer.write::<_, _, 4>(&prepared_version);
                        }
                        if let ::core::option::Option::Some(prepared_stripe_bytes) = prepared_stripe_bytes {
                            object_writer.write::<_, _, 4>(&prepared_stripe_bytes);
                        }
                        if let ::core::option::Option::Some(prepared_targets) = prepared_targets {
                            object_writer.write::<_, _, 4>(&prepared_targets);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<StripeLayout>> for StripeLayout {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<StripeLayout> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<StripeLayout>> for StripeLayout {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<StripeLayout>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<StripeLayout> for StripeLayout {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<StripeLayout> {
                StripeLayout::create(builder, self.version, self.stripe_bytes, &self.targets)
            }
        }

        /// Builder for serializing an instance of the [StripeLayout] type.
        ///
        /// Can be created using the [StripeLayout::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct StripeLayoutBuilder<State>(State);

        impl StripeLayoutBuilder<()> {
            /// Setter for the [`version` field](StripeLayout#structfield.version).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn version<T0>(self, value: T0) -> StripeLayoutBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u32, u32>,
            {
                StripeLayoutBuilder((value,))
            }

            /// Sets the [`version` field](StripeLayout#structfield.version) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn version_as_default(self) -> StripeLayoutBuilder<(::planus::DefaultValue,)> {
                self.version(::planus::DefaultValue)
            }
        }

        impl<T0> StripeLayoutBuilder<(T0,)> {
            /// Setter for the [`stripe_bytes` field](StripeLayout#structfield.stripe_bytes).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn stripe_bytes<T1>(self, value: T1) -> StripeLayoutBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0,) = self.0;
                StripeLayoutBuilder((v0, value))
            }

            /// Sets the [`stripe_bytes` field](StripeLayout#structfield.stripe_bytes) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn stripe_bytes_as_default(self) -> StripeLayoutBuilder<(T0, ::planus::DefaultValue)> {
                self.stripe_bytes(::planus::DefaultValue)
            }
        }

        impl<T0, T1> StripeLayoutBuilder<(T0, T1)> {
            /// Setter for the [`targets` field](StripeLayout#structfield.targets).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn targets<T2>(self, value: T2) -> StripeLayoutBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsOptional<::planus::Offset<[u32]>>,
            {
                let (v0, v1) = self.0;
                StripeLayoutBuilder((v0, v1, value))
            }

            /// Sets the [`targets` field](StripeLayout#structfield.targets) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn targets_as_null(self) -> StripeLayoutBuilder<(T0, T1, ())> {
                self.targets(())
            }
        }

        impl<T0, T1, T2> StripeLayoutBuilder<(T0, T1, T2)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [StripeLayout].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<StripeLayout>
            where
                Self: ::planus::WriteAsOffset<StripeLayout>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u32, u32>,
                T1: ::planus::WriteAsDefault<u32, u32>,
                T2: ::planus::WriteAsOptional<::planus::Offset<[u32]>>,
            > ::planus::WriteAs<::planus::Offset<StripeLayout>> for StripeLayoutBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<StripeLayout>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<StripeLayout> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u32, u32>,
                T1: ::planus::WriteAsDefault<u32, u32>,
                T2: ::planus::WriteAsOptional<::planus::Offset<[u32]>>,
            > ::planus::WriteAsOptional<::planus::Offset<StripeLayout>>
            for StripeLayoutBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<StripeLayout>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<StripeLayout>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u32, u32>,
                T1: ::planus::WriteAsDefault<u32, u32>,
                T2: ::planus::WriteAsOptional<::planus::Offset<[u32]>>,
            > ::planus::WriteAsOffset<StripeLayout> for StripeLayoutBuilder<(T0, T1, T2)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<StripeLayout> {
                let (v0, v1, v2) = &self.0;
                StripeLayout::create(builder, v0, v1, v2)
            }
        }

        /// Reference to a deserialized [StripeLayout].
        #[derive(Copy, Clone)]
        pub struct StripeLayoutRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> StripeLayoutRef<'a> {
            /// Getter for the [`version` field](StripeLayout#structfield.version).
            #[inline]
            pub fn version(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(0, "StripeLayout", "version")?.unwrap_or(0))
            }

            /// Getter for the [`stripe_bytes` field](StripeLayout#structfield.stripe_bytes).
            #[inline]
            pub fn stripe_bytes(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(1, "StripeLayout", "stripe_bytes")?.unwrap_or(0))
            }

            /// Getter for the [`targets` field](StripeLayout#structfield.targets).
            #[inline]
            pub fn targets(&self) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, u32>>> {
                self.0.access(2, "StripeLayout", "targets")
            }
        }

        impl<'a> ::core::fmt::Debug for StripeLayoutRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("StripeLayoutRef");
                f.field("version", &self.version());
                f.field("stripe_bytes", &self.stripe_bytes());
                if let ::core::option::Option::Some(field_targets) = self.targets().transpose() {
                    f.field("targets", &field_targets);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<StripeLayoutRef<'a>> for StripeLayout {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: StripeLayoutRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    version: ::core::convert::TryInto::try_into(value.version()?)?,
                    stripe_bytes: ::core::convert::TryInto::try_into(value.stripe_bytes()?)?,
                    targets: if let ::core::option::Option::Some(targets) = value.targets()? {
                        ::core::option::Option::Some(targets.to_vec()?)
                    } else {
                        ::core::option::Option::None
                    },
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for StripeLayoutRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for StripeLayoutRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[StripeLayoutRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<StripeLayout>> for StripeLayout {
            type Value = ::planus::Offset<StripeLayout>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<StripeLayout>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for StripeLayoutRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[StripeLayoutRef]", "read_as_root", 0))
            }
        }

        ///  What an operation is about.
        ///  By path: `id` 0, the walk starts at directory `dir` and takes `path`, components joined by '/'.
        ///  An empty path means `dir` itself. By handle: `id` is the inode; `dir` is the directory (fragment) that held
        ///  its dentry and `path` its name there, when the client last heard.
        ///
        /// Generated from these locations:
        /// * Table `Where` in the file `/work/main/protocol/schema/osmia.fbs:45`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct Where {
            /// The field `id` in the table `Where`
            pub id: u64,
            /// The field `dir` in the table `Where`
            pub dir: u64,
            /// The field `path` in the table `Where`
            pub path: ::core::option::Option<::planus::alloc::vec::Vec<u8>>,
            ///  Version of the directory's fragment map that the client routed by.
            pub fragments: u32,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Where {
            fn default() -> Self {
                Self { id: 0, dir: 0, path: ::core::default::Default::default(), fragments: 0 }
            }
        }

        impl Where {
            /// Creates a [WhereBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> WhereBuilder<()> {
                WhereBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_id: impl ::planus::WriteAsDefault<u64, u64>,
                field_dir: impl ::planus::WriteAsDefault<u64, u64>,
                field_path: impl ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                field_fragments: impl ::planus::WriteAsDefault<u32, u32>,
            ) -> ::planus::Offset<Self> {
                let prepared_id = field_id.prepare(builder, &0);
                let prepared_dir = field_dir.prepare(builder, &0);
                let prepared_path = field_path.prepare(builder);
                let prepared_fragments = field_fragments.prepare(builder, &0);

                let mut table_writer: ::planus::table_writer::TableWriter<12> =
                    ::core::default::Default::default();
                if prepared_id.is_some() {
                    table_writer.write_entry::<u64>(0);
                }
                if prepared_dir.is_some() {
                    table_writer.write_entry::<u64>(1);
                }
                if prepared_path.is_some() {
                    table_writer.write_entry::<::planus::Offset<[u8]>>(2);
                }
                if prepared_fragments.is_some() {
                    table_writer.write_entry::<u32>(3);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_id) = prepared_id {
                            object_writer.write::<_, _, 8>(&prepared_id);
                        }
                        if let ::core::option::Option::Some(prepared_dir) = prepared_dir {
                            object_writer.write::<_, _, 8>(&prepared_dir);
                        }
                        if let ::core::option::Option::Some(prepared_path) = prepared_path {
                            object_writer.write::<_, _, 4>(&prepared_path);
                        }
                        if let ::core::option::Option::Some(prepared_fragments) = prepared_fragments {
                            object_writer.write::<_, _, 4>(&prepared_fragments);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Where>> for Where {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Where> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Where>> for Where {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Where>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Where> for Where {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Where> {
                Where::create(builder, self.id, self.dir, &self.path, self.fragments)
            }
        }

        /// Builder for serializing an instance of the [Where] type.
        ///
        /// Can be created using the [Where::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct WhereBuilder<State>(State);

        impl WhereBuilder<()> {
            /// Setter for the [`id` field](Where#structfield.id).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn id<T0>(self, value: T0) -> WhereBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u64, u64>,
            {
                WhereBuilder((value,))
            }

            /// Sets the [`id` field](Where#structfield.id) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn id_as_default(self) -> WhereBuilder<(::planus::DefaultValue,)> {
                self.id(::planus::DefaultValue)
            }
        }

        impl<T0> WhereBuilder<(T0,)> {
            /// Setter for the [`dir` field](Where#structfield.dir).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn dir<T1>(self, value: T1) -> WhereBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u64, u64>,
            {
                let (v0,) = self.0;
                WhereBuilder((v0, value))
            }

            /// Sets the [`dir` field](Where#structfield.dir) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn dir_as_default(self) -> WhereBuilder<(T0, ::planus::DefaultValue)> {
                self.dir(::planus::DefaultValue)
            }
        }

        impl<T0, T1> WhereBuilder<(T0, T1)> {
            /// Setter for the [`path` field](Where#structfield.path).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn path<T2>(self, value: T2) -> WhereBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
            {
                let (v0, v1) = self.0;
                WhereBuilder((v0, v1, value))
            }

            /// Sets the [`path` field](Where#structfield.path) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn path_as_null(self) -> WhereBuilder<(T0, T1, ())> {
                self.path(())
            }
        }

        impl<T0, T1, T2> WhereBuilder<(T0, T1, T2)> {
            /// Setter for the [`fragments` field](Where#structfield.fragments).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn fragments<T3>(self, value: T3) -> WhereBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0, v1, v2) = self.0;
                WhereBuilder((v0, v1, v2, value))
            }

            /// Sets the [`fragments` field](Where#structfield.fragments) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn fragments_as_default(self) -> WhereBuilder<(T0, T1, T2, ::planus::DefaultValue)> {
                self.fragments(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3> WhereBuilder<(T0, T1, T2, T3)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Where].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Where>
            where
                Self: ::planus::WriteAsOffset<Where>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAsDefault<u64, u64>,
                T2: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                T3: ::planus::WriteAsDefault<u32, u32>,
            > ::planus::WriteAs<::planus::Offset<Where>> for WhereBuilder<(T0, T1, T2, T3)>
        {
            type Prepared = ::planus::Offset<Where>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Where> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAsDefault<u64, u64>,
                T2: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                T3: ::planus::WriteAsDefault<u32, u32>,
            > ::planus::WriteAsOptional<::planus::Offset<Where>> for WhereBuilder<(T0, T1, T2, T3)>
        {
            type Prepared = ::planus::Offset<Where>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Where>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAsDefault<u64, u64>,
                T2: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                T3: ::planus::WriteAsDefault<u32, u32>,
            > ::planus::WriteAsOffset<Where> for WhereBuilder<(T0, T1, T2, T3)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Where> {
                let (v0, v1, v2, v3) = &self.0;
                Where::create(builder, v0, v1, v2, v3)
            }
        }

        /// Reference to a deserialized [Where].
        #[derive(Copy, Clone)]
        pub struct WhereRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> WhereRef<'a> {
            /// Getter for the [`id` field](Where#structfield.id).
            #[inline]
            pub fn id(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(0, "Where", "id")?.unwrap_or(0))
            }

            /// Getter for the [`dir` field](Where#structfield.dir).
            #[inline]
            pub fn dir(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(1, "Where", "dir")?.unwrap_or(0))
            }

            /// Getter for the [`path` field](Where#structfield.path).
            #[inline]
            pub fn path(&self) -> ::planus::Result<::core::option::Option<&'a [u8]>> {
                self.0.access(2, "Where", "path")
            }

            /// Getter for the [`fragments` field](Where#structfield.fragments).
            #[inline]
            pub fn fragments(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(3, "Where", "fragments")?.unwrap_or(0))
            }
        }

        impl<'a> ::core::fmt::Debug for WhereRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("WhereRef");
                f.field("id", &self.id());
                f.field("dir", &self.dir());
                if let ::core::option::Option::Some(field_path) = self.path().transpose() {
                    f.field("path", &field_path);
                }
                f.field("fragments", &self.fragments());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<WhereRef<'a>> for Where {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: WhereRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    id: ::core::convert::TryInto::try_into(value.id()?)?,
                    dir: ::core::convert::TryInto::try_into(value.dir()?)?,
                    path: value.path()?.map(|v| v.to_vec()),
                    fragments: ::core::convert::TryInto::try_into(value.fragments()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for WhereRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for WhereRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[WhereRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Where>> for Where {
            type Value = ::planus::Offset<Where>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Where>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for WhereRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[WhereRef]", "read_as_root", 0))
            }
        }

        ///  One directory passed by a walk, in path order. The client may cache it for `lease_ms` from when it sent the
        ///  request.
        ///
        /// Generated from these locations:
        /// * Struct `Walked` in the file `/work/main/protocol/schema/osmia.fbs:55`
        #[derive(
            Copy,
            Clone,
            Debug,
            PartialEq,
            PartialOrd,
            Eq,
            Ord,
            Hash,
            Default,
           
           
        )]
        pub struct Walked {
            /// The field `id` in the struct `Walked`
            pub id: u64,

            ///  Lease on the dentry (parent, name) -> id; 0: none.
            pub dentry_lease_ms: u32,

            ///  Lease on the directory's mode, owner and group; 0: not known at this shard.
            pub inode_lease_ms: u32,

            /// The field `mode` in the struct `Walked`
            pub mode: u32,

            /// The field `uid` in the struct `Walked`
            pub uid: u32,

            /// The field `gid` in the struct `Walked`
            pub gid: u32,
        }

        /// # Safety
        /// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
        unsafe impl ::planus::Primitive for Walked {
            const ALIGNMENT: usize = 8;
            const SIZE: usize = 32;
        }

        #[allow(clippy::identity_op)]
        impl ::planus::WriteAsPrimitive<Walked> for Walked {
            #[inline]
            fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
                let (cur, cursor) = cursor.split::<8, 24>();
                self.id.write(cur, buffer_position - 0);
                let (cur, cursor) = cursor.split::<4, 20>();
                self.dentry_lease_ms.write(cur, buffer_position - 8);
                let (cur, cursor) = cursor.split::<4, 16>();
                self.inode_lease_ms.write(cur, buffer_position - 12);
                let (cur, cursor) = cursor.split::<4, 12>();
                self.mode.write(cur, buffer_position - 16);
                let (cur, cursor) = cursor.split::<4, 8>();
                self.uid.write(cur, buffer_position - 20);
                let (cur, cursor) = cursor.split::<4, 4>();
                self.gid.write(cur, buffer_position - 24);
                let cursor = cursor.write::<4, 0>([0; 4]);
                cursor.finish([]);
            }
        }

        impl ::planus::WriteAsOffset<Walked> for Walked {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Walked> {
                unsafe {
                    builder.write_with(32, 7, |buffer_position, bytes| {
                        let bytes = bytes.as_mut_ptr();

                        ::planus::WriteAsPrimitive::write(
                            self,
                            ::planus::Cursor::new(&mut *(bytes as *mut [::core::mem::MaybeUninit<u8>; 32])),
                            buffer_position,
                        );
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<Walked> for Walked {
            type Prepared = Self;
            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
                *self
            }
        }

        impl ::planus::WriteAsOptional<Walked> for Walked {
            type Prepared = Self;
            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<Self> {
                ::core::option::Option::Some(*self)
            }
        }

        /// Reference to a deserialized [Walked].
        #[derive(Copy, Clone)]
        pub struct WalkedRef<'a>(::planus::ArrayWithStartOffset<'a, 32>);

        impl<'a> WalkedRef<'a> {
            /// Getter for the [`id` field](Walked#structfield.id).
            pub fn id(&self) -> u64 {
                let buffer = self.0.advance_as_array::<8>(0).unwrap();

                u64::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`dentry_lease_ms` field](Walked#structfield.dentry_lease_ms).
            pub fn dentry_lease_ms(&self) -> u32 {
                let buffer = self.0.advance_as_array::<4>(8).unwrap();

                u32::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`inode_lease_ms` field](Walked#structfield.inode_lease_ms).
            pub fn inode_lease_ms(&self) -> u32 {
                let buffer = self.0.advance_as_array::<4>(12).unwrap();

                u32::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`mode` field](Walked#structfield.mode).
            pub fn mode(&self) -> u32 {
                let buffer = self.0.advance_as_array::<4>(16).unwrap();

                u32::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`uid` field](Walked#structfield.uid).
            pub fn uid(&self) -> u32 {
                let buffer = self.0.advance_as_array::<4>(20).unwrap();

                u32::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`gid` field](Walked#structfield.gid).
            pub fn gid(&self) -> u32 {
                let buffer = self.0.advance_as_array::<4>(24).unwrap();

                u32::from_le_bytes(*buffer.as_array())
            }
        }

        impl<'a> ::core::fmt::Debug for WalkedRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("WalkedRef");
                f.field("id", &self.id());
                f.field("dentry_lease_ms", &self.dentry_lease_ms());
                f.field("inode_lease_ms", &self.inode_lease_ms());
                f.field("mode", &self.mode());
                f.field("uid", &self.uid());
                f.field("gid", &self.gid());
                f.finish()
            }
        }

        impl<'a> ::core::convert::From<::planus::ArrayWithStartOffset<'a, 32>> for WalkedRef<'a> {
            fn from(array: ::planus::ArrayWithStartOffset<'a, 32>) -> Self {
                Self(array)
            }
        }

        impl<'a> ::core::convert::From<WalkedRef<'a>> for Walked {
            #[allow(unreachable_code)]
            fn from(value: WalkedRef<'a>) -> Self {
                Self {
                    id: value.id(),
                    dentry_lease_ms: value.dentry_lease_ms(),
                    inode_lease_ms: value.inode_lease_ms(),
                    mode: value.mode(),
                    uid: value.uid(),
                    gid: value.gid(),
                }
            }
        }

        impl<'a, 'b> ::core::cmp::PartialEq<WalkedRef<'a>> for WalkedRef<'b> {
            fn eq(&self, other: &WalkedRef<'_>) -> bool {
                self.id() == other.id()
                    && self.dentry_lease_ms() == other.dentry_lease_ms()
                    && self.inode_lease_ms() == other.inode_lease_ms()
                    && self.mode() == other.mode()
                    && self.uid() == other.uid()
                    && self.gid() == other.gid()
            }
        }

        impl<'a> ::core::cmp::Eq for WalkedRef<'a> {}
        impl<'a, 'b> ::core::cmp::PartialOrd<WalkedRef<'a>> for WalkedRef<'b> {
            fn partial_cmp(&self, other: &WalkedRef<'_>) -> ::core::option::Option<::core::cmp::Ordering> {
                ::core::option::Option::Some(::core::cmp::Ord::cmp(self, other))
            }
        }

        impl<'a> ::core::cmp::Ord for WalkedRef<'a> {
            fn cmp(&self, other: &WalkedRef<'_>) -> ::core::cmp::Ordering {
                self.id()
                    .cmp(&other.id())
                    .then_with(|| self.dentry_lease_ms().cmp(&other.dentry_lease_ms()))
                    .then_with(|| self.inode_lease_ms().cmp(&other.inode_lease_ms()))
                    .then_with(|| self.mode().cmp(&other.mode()))
                    .then_with(|| self.uid().cmp(&other.uid()))
                    .then_with(|| self.gid().cmp(&other.gid()))
            }
        }

        impl<'a> ::core::hash::Hash for WalkedRef<'a> {
            fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
                self.id().hash(state);
                self.dentry_lease_ms().hash(state);
                self.inode_lease_ms().hash(state);
                self.mode().hash(state);
                self.uid().hash(state);
                self.gid().hash(state);
            }
        }

        impl<'a> ::planus::TableRead<'a> for WalkedRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                let buffer = buffer.advance_as_array::<32>(offset)?;
                ::core::result::Result::Ok(Self(buffer))
            }
        }

        impl<'a> ::planus::VectorRead<'a> for WalkedRef<'a> {
            const STRIDE: usize = 32;

            #[inline]
            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> Self {
                Self(unsafe { buffer.unchecked_advance_as_array(offset) })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<Walked> for Walked {
            const STRIDE: usize = 32;

            type Value = Walked;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self::Value {
                *self
            }

            #[inline]
            unsafe fn write_values(
                values: &[Walked],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 32];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (32 * i) as u32,
                    );
                }
            }
        }

        ///  First call on every connection.
        ///
        /// Generated from these locations:
        /// * Table `Hello` in the file `/work/main/protocol/schema/osmia.fbs:69`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct Hello {
            /// The field `protocol_version` in the table `Hello`
            pub protocol_version: u16,
            /// The field `cluster` in the table `Hello`
            pub cluster: ::core::option::Option<::planus::alloc::vec::Vec<u8>>,
            ///  0 client, 1 metadata shard, 2 storage shard.
            pub role: u8,
            ///  For a server: its shard id.
            pub shard: u32,
            ///  For a client: a random id of the process, the same on all its connections.
            pub client: u64,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Hello {
            fn default() -> Self {
                Self {
                    protocol_version: 0,
                    cluster: ::core::default::Default::default(),
                    role: 0,
                    shard: 0,
                    client: 0,
                }
            }
        }

        impl Hello {
            /// Creates a [HelloBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> HelloBuilder<()> {
                HelloBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_protocol_version: impl ::planus::WriteAsDefault<u16, u16>,
                field_cluster: impl ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                field_role: impl ::planus::WriteAsDefault<u8, u8>,
                field_shard: impl ::planus::WriteAsDefault<u32, u32>,
                field_client: impl ::planus::WriteAsDefault<u64, u64>,
            ) -> ::planus::Offset<Self> {
                let prepared_protocol_version = field_protocol_version.prepare(builder, &0);
                let prepared_cluster = field_cluster.prepare(builder);
                let prepared_role = field_role.prepare(builder, &0);
                let prepared_shard = field_shard.prepare(builder, &0);
                let prepared_client = field_client.prepare(builder, &0);

                let mut table_writer: ::planus::table_writer::TableWriter<14> =
                    ::core::default::Default::default();
                if prepared_client.is_some() {
                    table_writer.write_entry::<u64>(4);
                }
                if prepared_cluster.is_some() {
                    table_writer.write_entry::<::planus::Offset<[u8]>>(1);
                }
                if prepared_shard.is_some() {
                    table_writer.write_entry::<u32>(3);
                }
                if prepared_protocol_version.is_some() {
                    table_writer.write_entry::<u16>(0);
                }
                if prepared_role.is_some() {
                    table_writer.write_entry::<u8>(2);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_client) = prepared_client {
                            object_writer.write::<_, _, 8>(&prepared_client);
                        }
                        if let ::core::option::Option::Some(prepared_cluster) = prepared_cluster {
                            object_writer.write::<_, _, 4>(&prepared_cluster);
                        }
                        if let ::core::option::Option::Some(prepared_shard) = prepared_shard {
                            object_writer.write::<_, _, 4>(&prepared_shard);
                        }
                        if let ::core::option::Option::Some(prepared_protocol_version) =
                            prepared_protocol_version
                        {
                            object_writer.write::<_, _, 2>(&prepared_protocol_version);
                        }
                        if let ::core::option::Option::Some(prepared_role) = prepared_role {
                            object_writer.write::<_, _, 1>(&prepared_role);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Hello>> for Hello {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Hello> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Hello>> for Hello {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Hello>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Hello> for Hello {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Hello> {
                Hello::create(
                    builder,
                    self.protocol_version,
                    &self.cluster,
                    self.role,
                    self.shard,
                    self.client,
                )
            }
        }

        /// Builder for serializing an instance of the [Hello] type.
        ///
        /// Can be created using the [Hello::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct HelloBuilder<State>(State);

        impl HelloBuilder<()> {
            /// Setter for the [`protocol_version` field](Hello#structfield.protocol_version).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn protocol_version<T0>(self, value: T0) -> HelloBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u16, u16>,
            {
                HelloBuilder((value,))
            }

            /// Sets the [`protocol_version` field](Hello#structfield.protocol_version) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn protocol_version_as_default(self) -> HelloBuilder<(::planus::DefaultValue,)> {
                self.protocol_version(::planus::DefaultValue)
            }
        }

        impl<T0> HelloBuilder<(T0,)> {
            /// Setter for the [`cluster` field](Hello#structfield.cluster).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn cluster<T1>(self, value: T1) -> HelloBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
            {
                let (v0,) = self.0;
                HelloBuilder((v0, value))
            }

            /// Sets the [`cluster` field](Hello#structfield.cluster) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn cluster_as_null(self) -> HelloBuilder<(T0, ())> {
                self.cluster(())
            }
        }

        impl<T0, T1> HelloBuilder<(T0, T1)> {
            /// Setter for the [`role` field](Hello#structfield.role).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn role<T2>(self, value: T2) -> HelloBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<u8, u8>,
            {
                let (v0, v1) = self.0;
                HelloBuilder((v0, v1, value))
            }

            /// Sets the [`role` field](Hello#structfield.role) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn role_as_default(self) -> HelloBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.role(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> HelloBuilder<(T0, T1, T2)> {
            /// Setter for the [`shard` field](Hello#structfield.shard).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn shard<T3>(self, value: T3) -> HelloBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0, v1, v2) = self.0;
                HelloBuilder((v0, v1, v2, value))
            }

            /// Sets the [`shard` field](Hello#structfield.shard) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn shard_as_default(self) -> HelloBuilder<(T0, T1, T2, ::planus::DefaultValue)> {
                self.shard(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3> HelloBuilder<(T0, T1, T2, T3)> {
            /// Setter for the [`client` field](Hello#structfield.client).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn client<T4>(self, value: T4) -> HelloBuilder<(T0, T1, T2, T3, T4)>
            where
                T4: ::planus::WriteAsDefault<u64, u64>,
            {
                let (v0, v1, v2, v3) = self.0;
                HelloBuilder((v0, v1, v2, v3, value))
            }

            /// Sets the [`client` field](Hello#structfield.client) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn client_as_default(self) -> HelloBuilder<(T0, T1, T2, T3, ::planus::DefaultValue)> {
                self.client(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4> HelloBuilder<(T0, T1, T2, T3, T4)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Hello].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Hello>
            where
                Self: ::planus::WriteAsOffset<Hello>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u16, u16>,
                T1: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                T2: ::planus::WriteAsDefault<u8, u8>,
                T3: ::planus::WriteAsDefault<u32, u32>,
                T4: ::planus::WriteAsDefault<u64, u64>,
            > ::planus::WriteAs<::planus::Offset<Hello>> for HelloBuilder<(T0, T1, T2, T3, T4)>
        {
            type Prepared = ::planus::Offset<Hello>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Hello> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u16, u16>,
                T1: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                T2: ::planus::WriteAsDefault<u8, u8>,
                T3: ::planus::WriteAsDefault<u32, u32>,
                T4: ::planus::WriteAsDefault<u64, u64>,
            > ::planus::WriteAsOptional<::planus::Offset<Hello>> for HelloBuilder<(T0, T1, T2, T3, T4)>
        {
            type Prepared = ::planus::Offset<Hello>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Hello>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u16, u16>,
                T1: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                T2: ::planus::WriteAsDefault<u8, u8>,
                T3: ::planus::WriteAsDefault<u32, u32>,
                T4: ::planus::WriteAsDefault<u64, u64>,
            > ::planus::WriteAsOffset<Hello> for HelloBuilder<(T0, T1, T2, T3, T4)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Hello> {
                let (v0, v1, v2, v3, v4) = &self.0;
                Hello::create(builder, v0, v1, v2, v3, v4)
            }
        }

        /// Reference to a deserialized [Hello].
        #[derive(Copy, Clone)]
        pub struct HelloRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> HelloRef<'a> {
            /// Getter for the [`protocol_version` field](Hello#structfield.protocol_version).
            #[inline]
            pub fn protocol_version(&self) -> ::planus::Result<u16> {
                ::core::result::Result::Ok(self.0.access(0, "Hello", "protocol_version")?.unwrap_or(0))
            }

            /// Getter for the [`cluster` field](Hello#structfield.cluster).
            #[inline]
            pub fn cluster(&self) -> ::planus::Result<::core::option::Option<&'a [u8]>> {
                self.0.access(1, "Hello", "cluster")
            }

            /// Getter for the [`role` field](Hello#structfield.role).
            #[inline]
            pub fn role(&self) -> ::planus::Result<u8> {
                ::core::result::Result::Ok(self.0.access(2, "Hello", "role")?.unwrap_or(0))
            }

            /// Getter for the [`shard` field](Hello#structfield.shard).
            #[inline]
            pub fn shard(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(3, "Hello", "shard")?.unwrap_or(0))
            }

            /// Getter for the [`client` field](Hello#structfield.client).
            #[inline]
            pub fn client(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(4, "Hello", "client")?.unwrap_or(0))
            }
        }

        impl<'a> ::core::fmt::Debug for HelloRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("HelloRef");
                f.field("protocol_version", &self.protocol_version());
                if let ::core::option::Option::Some(field_cluster) = self.cluster().transpose() {
                    f.field("cluster", &field_cluster);
                }
                f.field("role", &self.role());
                f.field("shard", &self.shard());
                f.field("client", &self.client());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<HelloRef<'a>> for Hello {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: HelloRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    protocol_version: ::core::convert::TryInto::try_into(value.protocol_version()?)?,
                    cluster: value.cluster()?.map(|v| v.to_vec()),
                    role: ::core::convert::TryInto::try_into(value.role()?)?,
                    shard: ::core::convert::TryInto::try_into(value.shard()?)?,
                    client: ::core::convert::TryInto::try_into(value.client()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for HelloRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for HelloRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[HelloRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Hello>> for Hello {
            type Value = ::planus::Offset<Hello>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Hello>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for HelloRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[HelloRef]", "read_as_root", 0))
            }
        }

        /// The table `HelloOk` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Table `HelloOk` in the file `/work/main/protocol/schema/osmia.fbs:79`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct HelloOk {
            /// The field `protocol_version` in the table `HelloOk`
            pub protocol_version: u16,
            /// The field `cluster` in the table `HelloOk`
            pub cluster: ::core::option::Option<::planus::alloc::vec::Vec<u8>>,
            /// The field `shard` in the table `HelloOk`
            pub shard: u32,
            /// The field `incarnation` in the table `HelloOk`
            pub incarnation: u64,
            /// The field `epoch` in the table `HelloOk`
            pub epoch: u32,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for HelloOk {
            fn default() -> Self {
                Self {
                    protocol_version: 0,
                    cluster: ::core::default::Default::default(),
                    shard: 0,
                    incarnation: 0,
                    epoch: 0,
                }
            }
        }

        impl HelloOk {
            /// Creates a [HelloOkBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> HelloOkBuilder<()> {
                HelloOkBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_protocol_version: impl ::planus::WriteAsDefault<u16, u16>,
                field_cluster: impl ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                field_shard: impl ::planus::WriteAsDefault<u32, u32>,
                field_incarnation: impl ::planus::WriteAsDefault<u64, u64>,
                field_epoch: impl ::planus::WriteAsDefault<u32, u32>,
            ) -> ::planus::Offset<Self> {
                let prepared_protocol_version = field_protocol_version.prepare(builder, &0);
                let prepared_cluster = field_cluster.prepare(builder);
                let prepared_shard = field_shard.prepare(builder, &0);
                let prepared_incarnation = field_incarnation.prepare(builder, &0);
                let prepared_epoch = field_epoch.prepare(builder, &0);

                let mut table_writer: ::planus::table_writer::TableWriter<14> =
                    ::core::default::Default::default();
                if prepared_incarnation.is_some() {
                    table_writer.write_entry::<u64>(3);
                }
                if prepared_cluster.is_some() {
                    table_writer.write_entry::<::planus::Offset<[u8]>>(1);
                }
                if prepared_shard.is_some() {
                    table_writer.write_entry::<u32>(2);
                }
                if prepared_epoch.is_some() {
                    table_writer.write_entry::<u32>(4);
                }
                if prepared_protocol_version.is_some() {
                    table_writer.write_entry::<u16>(0);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_incarnation) = prepared_incarnation {
                            object_writer.write::<_, _, 8>(&prepared_incarnation);
                        }
                        if let ::core::option::Option::Some(prepared_cluster) = prepared_cluster {
                            object_writer.write::<_, _, 4>(&prepared_cluster);
                        }
                        if let ::core::option::Option::Some(prepared_shard) = prepared_shard {
                            object_writer.write::<_, _, 4>(&prepared_shard);
                        }
                        if let ::core::option::Option::Some(prepared_epoch) = prepared_epoch {
                            object_writer.write::<_, _, 4>(&prepared_epoch);
                        }
                        if let ::core::option::Option::Some(prepared_protocol_version) =
                            prepared_protocol_version
                        {
                            object_writer.write::<_, _, 2>(&prepared_protocol_version);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<HelloOk>> for HelloOk {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<HelloOk> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<HelloOk>> for HelloOk {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<HelloOk>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<HelloOk> for HelloOk {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<HelloOk> {
                HelloOk::create(
                    builder,
                    self.protocol_version,
                    &self.cluster,
                    self.shard,
                    self.incarnation,
                    self.epoch,
                )
            }
        }

        /// Builder for serializing an instance of the [HelloOk] type.
        ///
        /// Can be created using the [HelloOk::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct HelloOkBuilder<State>(State);

        impl HelloOkBuilder<()> {
            /// Setter for the [`protocol_version` field](HelloOk#structfield.protocol_version).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn protocol_version<T0>(self, value: T0) -> HelloOkBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u16, u16>,
            {
                HelloOkBuilder((value,))
            }

            /// Sets the [`protocol_version` field](HelloOk#structfield.protocol_version) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn protocol_version_as_default(self) -> HelloOkBuilder<(::planus::DefaultValue,)> {
                self.protocol_version(::planus::DefaultValue)
            }
        }

        impl<T0> HelloOkBuilder<(T0,)> {
            /// Setter for the [`cluster` field](HelloOk#structfield.cluster).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn cluster<T1>(self, value: T1) -> HelloOkBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
            {
                let (v0,) = self.0;
                HelloOkBuilder((v0, value))
            }

            /// Sets the [`cluster` field](HelloOk#structfield.cluster) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn cluster_as_null(self) -> HelloOkBuilder<(T0, ())> {
                self.cluster(())
            }
        }

        impl<T0, T1> HelloOkBuilder<(T0, T1)> {
            /// Setter for the [`shard` field](HelloOk#structfield.shard).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn shard<T2>(self, value: T2) -> HelloOkBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0, v1) = self.0;
                HelloOkBuilder((v0, v1, value))
            }

            /// Sets the [`shard` field](HelloOk#structfield.shard) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn shard_as_default(self) -> HelloOkBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.shard(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> HelloOkBuilder<(T0, T1, T2)> {
            /// Setter for the [`incarnation` field](HelloOk#structfield.incarnation).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn incarnation<T3>(self, value: T3) -> HelloOkBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAsDefault<u64, u64>,
            {
                let (v0, v1, v2) = self.0;
                HelloOkBuilder((v0, v1, v2, value))
            }

            /// Sets the [`incarnation` field](HelloOk#structfield.incarnation) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn incarnation_as_default(self) -> HelloOkBuilder<(T0, T1, T2, ::planus::DefaultValue)> {
                self.incarnation(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3> HelloOkBuilder<(T0, T1, T2, T3)> {
            /// Setter for the [`epoch` field](HelloOk#structfield.epoch).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn epoch<T4>(self, value: T4) -> HelloOkBuilder<(T0, T1, T2, T3, T4)>
            where
                T4: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0, v1, v2, v3) = self.0;
                HelloOkBuilder((v0, v1, v2, v3, value))
            }

            /// Sets the [`epoch` field](HelloOk#structfield.epoch) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn epoch_as_default(self) -> HelloOkBuilder<(T0, T1, T2, T3, ::planus::DefaultValue)> {
                self.epoch(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4> HelloOkBuilder<(T0, T1, T2, T3, T4)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [HelloOk].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<HelloOk>
            where
                Self: ::planus::WriteAsOffset<HelloOk>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u16, u16>,
                T1: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                T2: ::planus::WriteAsDefault<u32, u32>,
                T3: ::planus::WriteAsDefault<u64, u64>,
                T4: ::planus::WriteAsDefault<u32, u32>,
            > ::planus::WriteAs<::planus::Offset<HelloOk>> for HelloOkBuilder<(T0, T1, T2, T3, T4)>
        {
            type Prepared = ::planus::Offset<HelloOk>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<HelloOk> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u16, u16>,
                T1: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                T2: ::planus::WriteAsDefault<u32, u32>,
                T3: ::planus::WriteAsDefault<u64, u64>,
                T4: ::planus::WriteAsDefault<u32, u32>,
            > ::planus::WriteAsOptional<::planus::Offset<HelloOk>> for HelloOkBuilder<(T0, T1, T2, T3, T4)>
        {
            type Prepared = ::planus::Offset<HelloOk>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<HelloOk>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u16, u16>,
                T1: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                T2: ::planus::WriteAsDefault<u32, u32>,
                T3: ::planus::WriteAsDefault<u64, u64>,
                T4: ::planus::WriteAsDefault<u32, u32>,
            > ::planus::WriteAsOffset<HelloOk> for HelloOkBuilder<(T0, T1, T2, T3, T4)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<HelloOk> {
                let (v0, v1, v2, v3, v4) = &self.0;
                HelloOk::create(builder, v0, v1, v2, v3, v4)
            }
        }

        /// Reference to a deserialized [HelloOk].
        #[derive(Copy, Clone)]
        pub struct HelloOkRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> HelloOkRef<'a> {
            /// Getter for the [`protocol_version` field](HelloOk#structfield.protocol_version).
            #[inline]
            pub fn protocol_version(&self) -> ::planus::Result<u16> {
                ::core::result::Result::Ok(self.0.access(0, "HelloOk", "protocol_version")?.unwrap_or(0))
            }

            /// Getter for the [`cluster` field](HelloOk#structfield.cluster).
            #[inline]
            pub fn cluster(&self) -> ::planus::Result<::core::option::Option<&'a [u8]>> {
                self.0.access(1, "HelloOk", "cluster")
            }

            /// Getter for the [`shard` field](HelloOk#structfield.shard).
            #[inline]
            pub fn shard(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(2, "HelloOk", "shard")?.unwrap_or(0))
            }

            /// Getter for the [`incarnation` field](HelloOk#structfield.incarnation).
            #[inline]
            pub fn incarnation(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(3, "HelloOk", "incarnation")?.unwrap_or(0))
            }

            /// Getter for the [`epoch` field](HelloOk#structfield.epoch).
            #[inline]
            pub fn epoch(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(4, "HelloOk", "epoch")?.unwrap_or(0))
            }
        }

        impl<'a> ::core::fmt::Debug for HelloOkRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("HelloOkRef");
                f.field("protocol_version", &self.protocol_version());
                if let ::core::option::Option::Some(field_cluster) = self.cluster().transpose() {
                    f.field("cluster", &field_cluster);
                }
                f.field("shard", &self.shard());
                f.field("incarnation", &self.incarnation());
                f.field("epoch", &self.epoch());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<HelloOkRef<'a>> for HelloOk {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: HelloOkRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    protocol_version: ::core::convert::TryInto::try_into(value.protocol_version()?)?,
                    cluster: value.cluster()?.map(|v| v.to_vec()),
                    shard: ::core::convert::TryInto::try_into(value.shard()?)?,
                    incarnation: ::core::convert::TryInto::try_into(value.incarnation()?)?,
                    epoch: ::core::convert::TryInto::try_into(value.epoch()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for HelloOkRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for HelloOkRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[HelloOkRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<HelloOk>> for HelloOk {
            type Value = ::planus::Offset<HelloOk>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<HelloOk>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for HelloOkRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[HelloOkRef]", "read_as_root", 0))
            }
        }

        ///  Opens, or takes up again, the session of a client process with this shard. The connection it arrives on is
        ///  where the shard sends notices from then on.
        ///
        /// Generated from these locations:
        /// * Table `OpenSession` in the file `/work/main/protocol/schema/osmia.fbs:89`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct OpenSession {
            /// The field `client` in the table `OpenSession`
            pub client: u64,
            ///  The session to take up again; 0: a new one.
            pub resume: u64,
            /// The field `slots` in the table `OpenSession`
            pub slots: u16,
            ///  Files open at this client, reclaimed after the shard's restart.
            pub opens: ::core::option::Option<::planus::alloc::vec::Vec<self::OpenFile>>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for OpenSession {
            fn default() -> Self {
                Self { client: 0, resume: 0, slots: 0, opens: ::core::default::Default::default() }
            }
        }

        impl OpenSession {
            /// Creates a [OpenSessionBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> OpenSessionBuilder<()> {
                OpenSessionBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_client: impl ::planus::WriteAsDefault<u64, u64>,
                field_resume: impl ::planus::WriteAsDefault<u64, u64>,
                field_slots: impl ::planus::WriteAsDefault<u16, u16>,
                field_opens: impl ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::OpenFile>]>>,
            ) -> ::planus::Offset<Self> {
                let prepared_client = field_client.prepare(builder, &0);
                let prepared_resume = field_resume.prepare(builder, &0);
                let prepared_slots = field_slots.prepare(builder, &0);
                let prepared_opens = field_opens.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<12> =
                    ::core::default::Default::default();
                if prepared_client.is_some() {
                    table_writer.write_entry::<u64>(0);
                }
                if prepared_resume.is_some() {
                    table_writer.write_entry::<u64>(1);
                }
                if prepared_opens.is_some() {
                    table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::OpenFile>]>>(3);
                }
                if prepared_slots.is_some() {
                    table_writer.write_entry::<u16>(2);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_client) = prepared_client {
                            object_writer.write::<_, _, 8>(&prepared_client);
                        }
                        if let ::core::option::Option::Some(prepared_resume) = prepared_resume {
                            object_writer.write::<_, _, 8>(&prepared_resume);
                        }
                        if let ::core::option::Option::Some(prepared_opens) = prepared_opens {
                            object_writer.write::<_, _, 4>(&prepared_opens);
                        }
                        if let ::core::option::Option::Some(prepared_slots) = prepared_slots {
                            object_writer.write::<_, _, 2>(&prepared_slots);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<OpenSession>> for OpenSession {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<OpenSession> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<OpenSession>> for OpenSession {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<OpenSession>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<OpenSession> for OpenSession {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<OpenSession> {
                OpenSession::create(builder, self.client, self.resume, self.slots, &self.opens)
            }
        }

        /// Builder for serializing an instance of the [OpenSession] type.
        ///
        /// Can be created using the [OpenSession::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct OpenSessionBuilder<State>(State);

        impl OpenSessionBuilder<()> {
            /// Setter for the [`client` field](OpenSession#structfield.client).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn client<T0>(self, value: T0) -> OpenSessionBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u64, u64>,
            {
                OpenSessionBuilder((value,))
            }

            /// Sets the [`client` field](OpenSession#structfield.client) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn client_as_default(self) -> OpenSessionBuilder<(::planus::DefaultValue,)> {
                self.client(::planus::DefaultValue)
            }
        }

        impl<T0> OpenSessionBuilder<(T0,)> {
            /// Setter for the [`resume` field](OpenSession#structfield.resume).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn resume<T1>(self, value: T1) -> OpenSessionBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u64, u64>,
            {
                let (v0,) = self.0;
                OpenSessionBuilder((v0, value))
            }

            /// Sets the [`resume` field](OpenSession#structfield.resume) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn resume_as_default(self) -> OpenSessionBuilder<(T0, ::planus::DefaultValue)> {
                self.resume(::planus::DefaultValue)
            }
        }

        impl<T0, T1> OpenSessionBuilder<(T0, T1)> {
            /// Setter for the [`slots` field](OpenSession#structfield.slots).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn slots<T2>(self, value: T2) -> OpenSessionBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<u16, u16>,
            {
                let (v0, v1) = self.0;
                OpenSessionBuilder((v0, v1, value))
            }

            /// Sets the [`slots` field](OpenSession#structfield.slots) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn slots_as_default(self) -> OpenSessionBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.slots(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> OpenSessionBuilder<(T0, T1, T2)> {
            /// Setter for the [`opens` field](OpenSession#structfield.opens).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn opens<T3>(self, value: T3) -> OpenSessionBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::OpenFile>]>>,
            {
                let (v0, v1, v2) = self.0;
                OpenSessionBuilder((v0, v1, v2, value))
            }

            /// Sets the [`opens` field](OpenSession#structfield.opens) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn opens_as_null(self) -> OpenSessionBuilder<(T0, T1, T2, ())> {
                self.opens(())
            }
        }

        impl<T0, T1, T2, T3> OpenSessionBuilder<(T0, T1, T2, T3)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [OpenSession].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<OpenSession>
            where
                Self: ::planus::WriteAsOffset<OpenSession>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAsDefault<u64, u64>,
                T2: ::planus::WriteAsDefault<u16, u16>,
                T3: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::OpenFile>]>>,
            > ::planus::WriteAs<::planus::Offset<OpenSession>> for OpenSessionBuilder<(T0, T1, T2, T3)>
        {
            type Prepared = ::planus::Offset<OpenSession>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<OpenSession> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAsDefault<u64, u64>,
                T2: ::planus::WriteAsDefault<u16, u16>,
                T3: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::OpenFile>]>>,
            > ::planus::WriteAsOptional<::planus::Offset<OpenSession>>
            for OpenSessionBuilder<(T0, T1, T2, T3)>
        {
            type Prepared = ::planus::Offset<OpenSession>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<OpenSession>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAsDefault<u64, u64>,
                T2: ::planus::WriteAsDefault<u16, u16>,
                T3: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::OpenFile>]>>,
            > ::planus::WriteAsOffset<OpenSession> for OpenSessionBuilder<(T0, T1, T2, T3)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<OpenSession> {
                let (v0, v1, v2, v3) = &self.0;
                OpenSession::create(builder, v0, v1, v2, v3)
            }
        }

        /// Reference to a deserialized [OpenSession].
        #[derive(Copy, Clone)]
        pub struct OpenSessionRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> OpenSessionRef<'a> {
            /// Getter for the [`client` field](OpenSession#structfield.client).
            #[inline]
            pub fn client(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(0, "OpenSession", "client")?.unwrap_or(0))
            }

            /// Getter for the [`resume` field](OpenSession#structfield.resume).
            #[inline]
            pub fn resume(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(1, "OpenSession", "resume")?.unwrap_or(0))
            }

            /// Getter for the [`slots` field](OpenSession#structfield.slots).
            #[inline]
            pub fn slots(&self) -> ::planus::Result<u16> {
                ::core::result::Result::Ok(self.0.access(2, "OpenSession", "slots")?.unwrap_or(0))
            }

            /// Getter for the [`opens` field](OpenSession#structfield.opens).
            #[inline]
            pub fn opens(
                &self,
            ) -> ::planus::Result<
                ::core::option::Option<::planus::Vector<'a, ::planus::Result<self::OpenFileRef<'a>>>>,
            > {
                self.0.access(3, "OpenSession", "opens")
            }
        }

        impl<'a> ::core::fmt::Debug for OpenSessionRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("OpenSessionRef");
                f.field("client", &self.client());
                f.field("resume", &self.resume());
                f.field("slots", &self.slots());
                if let ::core::option::Option::Some(field_opens) = self.opens().transpose() {
                    f.field("opens", &field_opens);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<OpenSessionRef<'a>> for OpenSession {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: OpenSessionRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    client: ::core::convert::TryInto::try_into(value.client()?)?,
                    resume: ::core::convert::TryInto::try_into(value.resume()?)?,
                    slots: ::core::convert::TryInto::try_into(value.slots()?)?,
                    opens: if let ::core::option::Option::Some(opens) = value.opens()? {
                        ::core::option::Option::Some(opens.to_vec_result()?)
                    } else {
                        ::core::option::Option::None
                    },
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for OpenSessionRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for OpenSessionRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[OpenSessionRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<OpenSession>> for OpenSession {
            type Value = ::planus::Offset<OpenSession>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<OpenSession>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for OpenSessionRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[OpenSessionRef]", "read_as_root", 0))
            }
        }

        /// The table `OpenFile` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Table `OpenFile` in the file `/work/main/protocol/schema/osmia.fbs:97`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct OpenFile {
            /// The field `open` in the table `OpenFile`
            pub open: u64,
            /// The field `at` in the table `OpenFile`
            pub at: ::core::option::Option<::planus::alloc::boxed::Box<self::Where>>,
            /// The field `flags` in the table `OpenFile`
            pub flags: u32,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for OpenFile {
            fn default() -> Self {
                Self { open: 0, at: ::core::default::Default::default(), flags: 0 }
            }
        }

        impl OpenFile {
            /// Creates a [OpenFileBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> OpenFileBuilder<()> {
                OpenFileBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_open: impl ::planus::WriteAsDefault<u64, u64>,
                field_at: impl ::planus::WriteAsOptional<::planus::Offset<self::Where>>,
                field_flags: impl ::planus::WriteAsDefault<u32, u32>,
            ) -> ::planus::Offset<Self> {
                let prepared_open = field_open.prepare(builder, &0);
                let prepared_at = field_at.prepare(builder);
                let prepared_flags = field_flags.prepare(builder, &0);

                let mut table_writer: ::planus::table_writer::TableWriter<10> =
                    ::core::default::Default::default();
                if prepared_open.is_some() {
                    table_writer.write_entry::<u64>(0);
                }
                if prepared_at.is_some() {
                    table_writer.write_entry::<::planus::Offset<self::Where>>(1);
                }
                if prepared_flags.is_some() {
                    table_writer.write_entry::<u32>(2);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_open) = prepared_open {
                            object_writer.write::<_, _, 8>(&prepared_open);
                        }
                        if let ::core::option::Option::Some(prepared_at) = prepared_at {
                            object_writer.write::<_, _, 4>(&prepared_at);
                        }
                        if let ::core::option::Option::Some(prepared_flags) = prepared_flags {
                            object_writer.write::<_, _, 4>(&prepared_flags);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<OpenFile>> for OpenFile {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<OpenFile> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<OpenFile>> for OpenFile {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<OpenFile>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<OpenFile> for OpenFile {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<OpenFile> {
                OpenFile::create(builder, self.open, &self.at, self.flags)
            }
        }

        /// Builder for serializing an instance of the [OpenFile] type.
        ///
        /// Can be created using the [OpenFile::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct OpenFileBuilder<State>(State);

        impl OpenFileBuilder<()> {
            /// Setter for the [`open` field](OpenFile#structfield.open).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn open<T0>(self, value: T0) -> OpenFileBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u64, u64>,
            {
                OpenFileBuilder((value,))
            }

            /// Sets the [`open` field](OpenFile#structfield.open) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn open_as_default(self) -> OpenFileBuilder<(::planus::DefaultValue,)> {
                self.open(::planus::DefaultValue)
            }
        }

        impl<T0> OpenFileBuilder<(T0,)> {
            /// Setter for the [`at` field](OpenFile#structfield.at).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn at<T1>(self, value: T1) -> OpenFileBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsOptional<::planus::Offset<self::Where>>,
            {
                let (v0,) = self.0;
                OpenFileBuilder((v0, value))
            }

            /// Sets the [`at` field](OpenFile#structfield.at) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn at_as_null(self) -> OpenFileBuilder<(T0, ())> {
                self.at(())
            }
        }

        impl<T0, T1> OpenFileBuilder<(T0, T1)> {
            /// Setter for the [`flags` field](OpenFile#structfield.flags).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn flags<T2>(self, value: T2) -> OpenFileBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0, v1) = self.0;
                OpenFileBuilder((v0, v1, value))
            }

            /// Sets the [`flags` field](OpenFile#structfield.flags) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn flags_as_default(self) -> OpenFileBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.flags(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> OpenFileBuilder<(T0, T1, T2)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [OpenFile].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<OpenFile>
            where
                Self: ::planus::WriteAsOffset<OpenFile>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAsOptional<::planus::Offset<self::Where>>,
                T2: ::planus::WriteAsDefault<u32, u32>,
            > ::planus::WriteAs<::planus::Offset<OpenFile>> for OpenFileBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<OpenFile>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<OpenFile> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAsOptional<::planus::Offset<self::Where>>,
                T2: ::planus::WriteAsDefault<u32, u32>,
            > ::planus::WriteAsOptional<::planus::Offset<OpenFile>> for OpenFileBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<OpenFile>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<OpenFile>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAsOptional<::planus::Offset<self::Where>>,
                T2: ::planus::WriteAsDefault<u32, u32>,
            > ::planus::WriteAsOffset<OpenFile> for OpenFileBuilder<(T0, T1, T2)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<OpenFile> {
                let (v0, v1, v2) = &self.0;
                OpenFile::create(builder, v0, v1, v2)
            }
        }

        /// Reference to a deserialized [OpenFile].
        #[derive(Copy, Clone)]
        pub struct OpenFileRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> OpenFileRef<'a> {
            /// Getter for the [`open` field](OpenFile#structfield.open).
            #[inline]
            pub fn open(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(0, "OpenFile", "open")?.unwrap_or(0))
            }

            /// Getter for the [`at` field](OpenFile#structfield.at).
            #[inline]
            pub fn at(&self) -> ::planus::Result<::core::option::Option<self::WhereRef<'a>>> {
                self.0.access(1, "OpenFile", "at")
            }

            /// Getter for the [`flags` field](OpenFile#structfield.flags).
            #[inline]
            pub fn flags(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(2, "OpenFile", "flags")?.unwrap_or(0))
            }
        }

        impl<'a> ::core::fmt::Debug for OpenFileRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("OpenFileRef");
                f.field("open", &self.open());
                if let ::core::option::Option::Some(field_at) = self.at().transpose() {
                    f.field("at", &field_at);
                }
                f.field("flags", &self.flags());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<OpenFileRef<'a>> for OpenFile {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: OpenFileRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    open: ::core::convert::TryInto::try_into(value.open()?)?,
                    at: if let ::core::option::Option::Some(at) = value.at()? {
                        ::core::option::Option::Some(::planus::alloc::boxed::Box::new(
                            ::core::convert::TryInto::try_into(at)?,
                        ))
                    } else {
                        ::core::option::Option::None
                    },
                    flags: ::core::convert::TryInto::try_into(value.flags()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for OpenFileRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for OpenFileRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[OpenFileRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<OpenFile>> for OpenFile {
            type Value = ::planus::Offset<OpenFile>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<OpenFile>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for OpenFileRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[OpenFileRef]", "read_as_root", 0))
            }
        }

        /// The table `SessionOk` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Table `SessionOk` in the file `/work/main/protocol/schema/osmia.fbs:98`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct SessionOk {
            /// The field `session` in the table `SessionOk`
            pub session: u64,
            /// The field `slots` in the table `SessionOk`
            pub slots: u16,
            /// The field `lease_ms` in the table `SessionOk`
            pub lease_ms: u32,
            /// The field `resumed` in the table `SessionOk`
            pub resumed: bool,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for SessionOk {
            fn default() -> Self {
                Self { session: 0, slots: 0, lease_ms: 0, resumed: false }
            }
        }

        impl SessionOk {
            /// Creates a [SessionOkBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> SessionOkBuilder<()> {
                SessionOkBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_session: impl ::planus::WriteAsDefault<u64, u64>,
                field_slots: impl ::planus::WriteAsDefault<u16, u16>,
                field_lease_ms: impl ::planus::WriteAsDefault<u32, u32>,
                field_resumed: impl ::planus::WriteAsDefault<bool, bool>,
            ) -> ::planus::Offset<Self> {
                let prepared_session = field_session.prepare(builder, &0);
                let prepared_slots = field_slots.prepare(builder, &0);
                let prepared_lease_ms = field_lease_ms.prepare(builder, &0);
                let prepared_resumed = field_resumed.prepare(builder, &false);

                let mut table_writer: ::planus::table_writer::TableWriter<12> =
                    ::core::default::Default::default();
                if prepared_session.is_some() {
                    table_writer.write_entry::<u64>(0);
                }
                if prepared_lease_ms.is_some() {
                    table_writer.write_entry::<u32>(2);
                }
                if prepared_slots.is_some() {
                    table_writer.write_entry::<u16>(1);
                }
                if prepared_resumed.is_some() {
                    table_writer.write_entry::<bool>(3);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_session) = prepared_session {
                            object_writer.write::<_, _, 8>(&prepared_session);
                        }
                        if let ::core::option::Option::Some(prepared_lease_ms) = prepared_lease_ms {
                            object_writer.write::<_, _, 4>(&prepared_lease_ms);
                        }
                        if let ::core::option::Option::Some(prepared_slots) = prepared_slots {
                            object_writer.write::<_, _, 2>(&prepared_slots);
                        }
                        if let ::core::option::Option::Some(prepared_resumed) = prepared_resumed {
                            object_writer.write::<_, _, 1>(&prepared_resumed);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<SessionOk>> for SessionOk {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<SessionOk> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<SessionOk>> for SessionOk {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<SessionOk>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<SessionOk> for SessionOk {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<SessionOk> {
                SessionOk::create(builder, self.session, self.slots, self.lease_ms, self.resumed)
            }
        }

        /// Builder for serializing an instance of the [SessionOk] type.
        ///
        /// Can be created using the [SessionOk::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct SessionOkBuilder<State>(State);

        impl SessionOkBuilder<()> {
            /// Setter for the [`session` field](SessionOk#structfield.session).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn session<T0>(self, value: T0) -> SessionOkBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u64, u64>,
            {
                SessionOkBuilder((value,))
            }

            /// Sets the [`session` field](SessionOk#structfield.session) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn session_as_default(self) -> SessionOkBuilder<(::planus::DefaultValue,)> {
                self.session(::planus::DefaultValue)
            }
        }

        impl<T0> SessionOkBuilder<(T0,)> {
            /// Setter for the [`slots` field](SessionOk#structfield.slots).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn slots<T1>(self, value: T1) -> SessionOkBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u16, u16>,
            {
                let (v0,) = self.0;
                SessionOkBuilder((v0, value))
            }

            /// Sets the [`slots` field](SessionOk#structfield.slots) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn slots_as_default(self) -> SessionOkBuilder<(T0, ::planus::DefaultValue)> {
                self.slots(::planus::DefaultValue)
            }
        }

        impl<T0, T1> SessionOkBuilder<(T0, T1)> {
            /// Setter for the [`lease_ms` field](SessionOk#structfield.lease_ms).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn lease_ms<T2>(self, value: T2) -> SessionOkBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0, v1) = self.0;
                SessionOkBuilder((v0, v1, value))
            }

            /// Sets the [`lease_ms` field](SessionOk#structfield.lease_ms) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn lease_ms_as_default(self) -> SessionOkBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.lease_ms(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> SessionOkBuilder<(T0, T1, T2)> {
            /// Setter for the [`resumed` field](SessionOk#structfield.resumed).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn resumed<T3>(self, value: T3) -> SessionOkBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAsDefault<bool, bool>,
            {
                let (v0, v1, v2) = self.0;
                SessionOkBuilder((v0, v1, v2, value))
            }

            /// Sets the [`resumed` field](SessionOk#structfield.resumed) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn resumed_as_default(self) -> SessionOkBuilder<(T0, T1, T2, ::planus::DefaultValue)> {
                self.resumed(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3> SessionOkBuilder<(T0, T1, T2, T3)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [SessionOk].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<SessionOk>
            where
                Self: ::planus::WriteAsOffset<SessionOk>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAsDefault<u16, u16>,
                T2: ::planus::WriteAsDefault<u32, u32>,
                T3: ::planus::WriteAsDefault<bool, bool>,
            > ::planus::WriteAs<::planus::Offset<SessionOk>> for SessionOkBuilder<(T0, T1, T2, T3)>
        {
            type Prepared = ::planus::Offset<SessionOk>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<SessionOk> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAsDefault<u16, u16>,
                T2: ::planus::WriteAsDefault<u32, u32>,
                T3: ::planus::WriteAsDefault<bool, bool>,
            > ::planus::WriteAsOptional<::planus::Offset<SessionOk>> for SessionOkBuilder<(T0, T1, T2, T3)>
        {
            type Prepared = ::planus::Offset<SessionOk>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<SessionOk>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAsDefault<u16, u16>,
                T2: ::planus::WriteAsDefault<u32, u32>,
                T3: ::planus::WriteAsDefault<bool, bool>,
            > ::planus::WriteAsOffset<SessionOk> for SessionOkBuilder<(T0, T1, T2, T3)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<SessionOk> {
                let (v0, v1, v2, v3) = &self.0;
                SessionOk::create(builder, v0, v1, v2, v3)
            }
        }

        /// Reference to a deserialized [SessionOk].
        #[derive(Copy, Clone)]
        pub struct SessionOkRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> SessionOkRef<'a> {
            /// Getter for the [`session` field](SessionOk#structfield.session).
            #[inline]
            pub fn session(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(0, "SessionOk", "session")?.unwrap_or(0))
            }

            /// Getter for the [`slots` field](SessionOk#structfield.slots).
            #[inline]
            pub fn slots(&self) -> ::planus::Result<u16> {
                ::core::result::Result::Ok(self.0.access(1, "SessionOk", "slots")?.unwrap_or(0))
            }

            /// Getter for the [`lease_ms` field](SessionOk#structfield.lease_ms).
            #[inline]
            pub fn lease_ms(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(2, "SessionOk", "lease_ms")?.unwrap_or(0))
            }

            /// Getter for the [`resumed` field](SessionOk#structfield.resumed).
            #[inline]
            pub fn resumed(&self) -> ::planus::Result<bool> {
                ::core::result::Result::Ok(self.0.access(3, "SessionOk", "resumed")?.unwrap_or(false))
            }
        }

        impl<'a> ::core::fmt::Debug for SessionOkRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("SessionOkRef");
                f.field("session", &self.session());
                f.field("slots", &self.slots());
                f.field("lease_ms", &self.lease_ms());
                f.field("resumed", &self.resumed());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<SessionOkRef<'a>> for SessionOk {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: SessionOkRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    session: ::core::convert::TryInto::try_into(value.session()?)?,
                    slots: ::core::convert::TryInto::try_into(value.slots()?)?,
                    lease_ms: ::core::convert::TryInto::try_into(value.lease_ms()?)?,
                    resumed: ::core::convert::TryInto::try_into(value.resumed()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for SessionOkRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for SessionOkRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[SessionOkRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<SessionOk>> for SessionOk {
            type Value = ::planus::Offset<SessionOk>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<SessionOk>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for SessionOkRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[SessionOkRef]", "read_as_root", 0))
            }
        }

        /// The table `CloseSession` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Table `CloseSession` in the file `/work/main/protocol/schema/osmia.fbs:104`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct CloseSession {}

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for CloseSession {
            fn default() -> Self {
                Self {}
            }
        }

        impl CloseSession {
            /// Creates a [CloseSessionBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> CloseSessionBuilder<()> {
                CloseSessionBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(builder: &mut ::planus::Builder) -> ::planus::Offset<Self> {
                let table_writer: ::planus::table_writer::TableWriter<4> =
                    ::core::default::Default::default();
                unsafe {
                    table_writer.finish(builder, |_table_writer| {});
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<CloseSession>> for CloseSession {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<CloseSession> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<CloseSession>> for CloseSession {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<CloseSession>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<CloseSession> for CloseSession {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<CloseSession> {
                CloseSession::create(builder)
            }
        }

        /// Builder for serializing an instance of the [CloseSession] type.
        ///
        /// Can be created using the [CloseSession::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct CloseSessionBuilder<State>(State);

        impl CloseSessionBuilder<()> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [CloseSession].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<CloseSession>
            where
                Self: ::planus::WriteAsOffset<CloseSession>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl ::planus::WriteAs<::planus::Offset<CloseSession>> for CloseSessionBuilder<()> {
            type Prepared = ::planus::Offset<CloseSession>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<CloseSession> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<CloseSession>> for CloseSessionBuilder<()> {
            type Prepared = ::planus::Offset<CloseSession>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<CloseSession>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<CloseSession> for CloseSessionBuilder<()> {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<CloseSession> {
                CloseSession::create(builder)
            }
        }

        /// Reference to a deserialized [CloseSession].
        #[derive(Copy, Clone)]
        pub struct CloseSessionRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> CloseSessionRef<'a> {}

        impl<'a> ::core::fmt::Debug for CloseSessionRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("CloseSessionRef");

                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<CloseSessionRef<'a>> for CloseSession {
            type Error = ::planus::Error;

            fn try_from(_value: CloseSessionRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {})
            }
        }

        impl<'a> ::planus::TableRead<'a> for CloseSessionRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for CloseSessionRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[CloseSessionRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<CloseSession>> for CloseSession {
            type Value = ::planus::Offset<CloseSession>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<CloseSession>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for CloseSessionRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[CloseSessionRef]", "read_as_root", 0))
            }
        }

        ///  Renews the session. Sent by the service thread when nothing else was.
        ///
        /// Generated from these locations:
        /// * Table `Heartbeat` in the file `/work/main/protocol/schema/osmia.fbs:106`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct Heartbeat {}

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Heartbeat {
            fn default() -> Self {
                Self {}
            }
        }

        impl Heartbeat {
            /// Creates a [HeartbeatBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> HeartbeatBuilder<()> {
                HeartbeatBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(builder: &mut ::planus::Builder) -> ::planus::Offset<Self> {
                let table_writer: ::planus::table_writer::TableWriter<4> =
                    ::core::default::Default::default();
                unsafe {
                    table_writer.finish(builder, |_table_writer| {});
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Heartbeat>> for Heartbeat {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Heartbeat> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Heartbeat>> for Heartbeat {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Heartbeat>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Heartbeat> for Heartbeat {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Heartbeat> {
                Heartbeat::create(builder)
            }
        }

        /// Builder for serializing an instance of the [Heartbeat] type.
        ///
        /// Can be created using the [Heartbeat::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct HeartbeatBuilder<State>(State);

        impl HeartbeatBuilder<()> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Heartbeat].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Heartbeat>
            where
                Self: ::planus::WriteAsOffset<Heartbeat>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Heartbeat>> for HeartbeatBuilder<()> {
            type Prepared = ::planus::Offset<Heartbeat>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Heartbeat> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Heartbeat>> for HeartbeatBuilder<()> {
            type Prepared = ::planus::Offset<Heartbeat>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Heartbeat>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Heartbeat> for HeartbeatBuilder<()> {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Heartbeat> {
                Heartbeat::create(builder)
            }
        }

        /// Reference to a deserialized [Heartbeat].
        #[derive(Copy, Clone)]
        pub struct HeartbeatRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> HeartbeatRef<'a> {}

        impl<'a> ::core::fmt::Debug for HeartbeatRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("HeartbeatRef");

                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<HeartbeatRef<'a>> for Heartbeat {
            type Error = ::planus::Error;

            fn try_from(_value: HeartbeatRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {})
            }
        }

        impl<'a> ::planus::TableRead<'a> for HeartbeatRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for HeartbeatRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[HeartbeatRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Heartbeat>> for Heartbeat {
            type Value = ::planus::Offset<Heartbeat>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Heartbeat>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for HeartbeatRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[HeartbeatRef]", "read_as_root", 0))
            }
        }

        /// The table `GetMap` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Table `GetMap` in the file `/work/main/protocol/schema/osmia.fbs:108`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct GetMap {}

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for GetMap {
            fn default() -> Self {
                Self {}
            }
        }

        impl GetMap {
            /// Creates a [GetMapBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> GetMapBuilder<()> {
                GetMapBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(builder: &mut ::planus::Builder) -> ::planus::Offset<Self> {
                let table_writer: ::planus::table_writer::TableWriter<4> =
                    ::core::default::Default::default();
                unsafe {
                    table_writer.finish(builder, |_table_writer| {});
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<GetMap>> for GetMap {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<GetMap> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<GetMap>> for GetMap {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<GetMap>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<GetMap> for GetMap {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<GetMap> {
                GetMap::create(builder)
            }
        }

        /// Builder for serializing an instance of the [GetMap] type.
        ///
        /// Can be created using the [GetMap::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct GetMapBuilder<State>(State);

        impl GetMapBuilder<()> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [GetMap].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<GetMap>
            where
                Self: ::planus::WriteAsOffset<GetMap>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl ::planus::WriteAs<::planus::Offset<GetMap>> for GetMapBuilder<()> {
            type Prepared = ::planus::Offset<GetMap>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<GetMap> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<GetMap>> for GetMapBuilder<()> {
            type Prepared = ::planus::Offset<GetMap>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<GetMap>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<GetMap> for GetMapBuilder<()> {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<GetMap> {
                GetMap::create(builder)
            }
        }

        /// Reference to a deserialized [GetMap].
        #[derive(Copy, Clone)]
        pub struct GetMapRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> GetMapRef<'a> {}

        impl<'a> ::core::fmt::Debug for GetMapRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("GetMapRef");

                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<GetMapRef<'a>> for GetMap {
            type Error = ::planus::Error;

            fn try_from(_value: GetMapRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {})
            }
        }

        impl<'a> ::planus::TableRead<'a> for GetMapRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for GetMapRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[GetMapRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<GetMap>> for GetMap {
            type Value = ::planus::Offset<GetMap>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<GetMap>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for GetMapRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[GetMapRef]", "read_as_root", 0))
            }
        }

        /// The table `ShardEntry` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Table `ShardEntry` in the file `/work/main/protocol/schema/osmia.fbs:109`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct ShardEntry {
            /// The field `shard` in the table `ShardEntry`
            pub shard: u32,
            ///  0 metadata, 1 storage
            pub role: u8,
            /// The field `node` in the table `ShardEntry`
            pub node: ::core::option::Option<::planus::alloc::string::String>,
            ///  Addresses as `tcp://host:port` and `shm:///path`, the rails of this shard in order.
            pub addresses: ::core::option::Option<::planus::alloc::vec::Vec<::planus::alloc::string::String>>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for ShardEntry {
            fn default() -> Self {
                Self {
                    shard: 0,
                    role: 0,
                    node: ::core::default::Default::default(),
                    addresses: ::core::default::Default::default(),
                }
            }
        }

        impl ShardEntry {
            /// Creates a [ShardEntryBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> ShardEntryBuilder<()> {
                ShardEntryBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_shard: impl ::planus::WriteAsDefault<u32, u32>,
                field_role: impl ::planus::WriteAsDefault<u8, u8>,
                field_node: impl ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                field_addresses: impl ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<str>]>>,
            ) -> ::planus::Offset<Self> {
                let prepared_shard = field_shard.prepare(builder, &0);
                let prepared_role = field_role.prepare(builder, &0);
                let prepared_node = field_node.prepare(builder);
                let prepared_addresses = field_addresses.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<12> =
                    ::core::default::Default::default();
                if prepared_shard.is_some() {
                    table_writer.write_entry::<u32>(0);
                }
                if prepared_node.is_some() {
                    table_writer.write_entry::<::planus::Offset<str>>(2);
                }
                if prepared_addresses.is_some() {
                    table_writer.write_entry::<::planus::Offset<[::planus::Offset<str>]>>(3);
                }
                if prepared_role.is_some() {
                    table_writer.write_entry::<u8>(1);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_shard) = prepared_shard {
                            object_writer.write::<_, _, 4>(&prepared_shard);
                        }
                        if let ::core::option::Option::Some(prepared_node) = prepared_node {
                            object_writer.write::<_, _, 4>(&prepared_node);
                        }
                        if let ::core::option::Option::Some(prepared_addresses) = prepared_addresses {
                            object_writer.write::<_, _, 4>(&prepared_addresses);
                        }
                        if let ::core::option::Option::Some(prepared_role) = prepared_role {
                            object_writer.write::<_, _, 1>(&prepared_role);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<ShardEntry>> for ShardEntry {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ShardEntry> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<ShardEntry>> for ShardEntry {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<ShardEntry>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<ShardEntry> for ShardEntry {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ShardEntry> {
                ShardEntry::create(builder, self.shard, self.role, &self.node, &self.addresses)
            }
        }

        /// Builder for serializing an instance of the [ShardEntry] type.
        ///
        /// Can be created using the [ShardEntry::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct ShardEntryBuilder<State>(State);

        impl ShardEntryBuilder<()> {
            /// Setter for the [`shard` field](ShardEntry#structfield.shard).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn shard<T0>(self, value: T0) -> ShardEntryBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u32, u32>,
            {
                ShardEntryBuilder((value,))
            }

            /// Sets the [`shard` field](ShardEntry#structfield.shard) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn shard_as_default(self) -> ShardEntryBuilder<(::planus::DefaultValue,)> {
                self.shard(::planus::DefaultValue)
            }
        }

        impl<T0> ShardEntryBuilder<(T0,)> {
            /// Setter for the [`role` field](ShardEntry#structfield.role).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn role<T1>(self, value: T1) -> ShardEntryBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u8, u8>,
            {
                let (v0,) = self.0;
                ShardEntryBuilder((v0, value))
            }

            /// Sets the [`role` field](ShardEntry#structfield.role) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn role_as_default(self) -> ShardEntryBuilder<(T0, ::planus::DefaultValue)> {
                self.role(::planus::DefaultValue)
            }
        }

        impl<T0, T1> ShardEntryBuilder<(T0, T1)> {
            /// Setter for the [`node` field](ShardEntry#structfield.node).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn node<T2>(self, value: T2) -> ShardEntryBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            {
                let (v0, v1) = self.0;
                ShardEntryBuilder((v0, v1, value))
            }

            /// Sets the [`node` field](ShardEntry#structfield.node) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn node_as_null(self) -> ShardEntryBuilder<(T0, T1, ())> {
                self.node(())
            }
        }

        impl<T0, T1, T2> ShardEntryBuilder<(T0, T1, T2)> {
            /// Setter for the [`addresses` field](ShardEntry#structfield.addresses).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn addresses<T3>(self, value: T3) -> ShardEntryBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<str>]>>,
            {
                let (v0, v1, v2) = self.0;
                ShardEntryBuilder((v0, v1, v2, value))
            }

            /// Sets the [`addresses` field](ShardEntry#structfield.addresses) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn addresses_as_null(self) -> ShardEntryBuilder<(T0, T1, T2, ())> {
                self.addresses(())
            }
        }

        impl<T0, T1, T2, T3> ShardEntryBuilder<(T0, T1, T2, T3)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [ShardEntry].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<ShardEntry>
            where
                Self: ::planus::WriteAsOffset<ShardEntry>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u32, u32>,
                T1: ::planus::WriteAsDefault<u8, u8>,
                T2: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                T3: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<str>]>>,
            > ::planus::WriteAs<::planus::Offset<ShardEntry>> for ShardEntryBuilder<(T0, T1, T2, T3)>
        {
            type Prepared = ::planus::Offset<ShardEntry>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ShardEntry> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u32, u32>,
                T1: ::planus::WriteAsDefault<u8, u8>,
                T2: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                T3: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<str>]>>,
            > ::planus::WriteAsOptional<::planus::Offset<ShardEntry>>
            for ShardEntryBuilder<(T0, T1, T2, T3)>
        {
            type Prepared = ::planus::Offset<ShardEntry>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<ShardEntry>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u32, u32>,
                T1: ::planus::WriteAsDefault<u8, u8>,
                T2: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                T3: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<str>]>>,
            > ::planus::WriteAsOffset<ShardEntry> for ShardEntryBuilder<(T0, T1, T2, T3)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ShardEntry> {
                let (v0, v1, v2, v3) = &self.0;
                ShardEntry::create(builder, v0, v1, v2, v3)
            }
        }

        /// Reference to a deserialized [ShardEntry].
        #[derive(Copy, Clone)]
        pub struct ShardEntryRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> ShardEntryRef<'a> {
            /// Getter for the [`shard` field](ShardEntry#structfield.shard).
            #[inline]
            pub fn shard(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(0, "ShardEntry", "shard")?.unwrap_or(0))
            }

            /// Getter for the [`role` field](ShardEntry#structfield.role).
            #[inline]
            pub fn role(&self) -> ::planus::Result<u8> {
                ::core::result::Result::Ok(self.0.access(1, "ShardEntry", "role")?.unwrap_or(0))
            }

            /// Getter for the [`node` field](ShardEntry#structfield.node).
            #[inline]
            pub fn node(&self) -> ::planus::Result<::core::option::Option<&'a ::core::primitive::str>> {
                self.0.access(2, "ShardEntry", "node")
            }

            /// Getter for the [`addresses` field](ShardEntry#structfield.addresses).
            #[inline]
            pub fn addresses(
                &self,
            ) -> ::planus::Result<
                ::core::option::Option<::planus::Vector<'a, ::planus::Result<&'a ::core::primitive::str>>>,
            > {
                self.0.access(3, "ShardEntry", "addresses")
            }
        }

        impl<'a> ::core::fmt::Debug for ShardEntryRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("ShardEntryRef");
                f.field("shard", &self.shard());
                f.field("role", &self.role());
                if let ::core::option::Option::Some(field_node) = self.node().transpose() {
                    f.field("node", &field_node);
                }
                if let ::core::option::Option::Some(field_addresses) = self.addresses().transpose() {
                    f.field("addresses", &field_addresses);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<ShardEntryRef<'a>> for ShardEntry {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: ShardEntryRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    shard: ::core::convert::TryInto::try_into(value.shard()?)?,
                    role: ::core::convert::TryInto::try_into(value.role()?)?,
                    node: value.node()?.map(::core::convert::Into::into),
                    addresses: if let ::core::option::Option::Some(addresses) = value.addresses()? {
                        ::core::option::Option::Some(addresses.to_vec_result()?)
                    } else {
                        ::core::option::Option::None
                    },
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for ShardEntryRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for ShardEntryRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[ShardEntryRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<ShardEntry>> for ShardEntry {
            type Value = ::planus::Offset<ShardEntry>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<ShardEntry>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for ShardEntryRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[ShardEntryRef]", "read_as_root", 0))
            }
        }

        /// The table `TargetEntry` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Table `TargetEntry` in the file `/work/main/protocol/schema/osmia.fbs:117`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct TargetEntry {
            /// The field `target` in the table `TargetEntry`
            pub target: u32,
            /// The field `shard` in the table `TargetEntry`
            pub shard: u32,
            /// The field `node` in the table `TargetEntry`
            pub node: ::core::option::Option<::planus::alloc::string::String>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for TargetEntry {
            fn default() -> Self {
                Self { target: 0, shard: 0, node: ::core::default::Default::default() }
            }
        }

        impl TargetEntry {
            /// Creates a [TargetEntryBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> TargetEntryBuilder<()> {
                TargetEntryBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_target: impl ::planus::WriteAsDefault<u32, u32>,
                field_shard: impl ::planus::WriteAsDefault<u32, u32>,
                field_node: impl ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            ) -> ::planus::Offset<Self> {
                let prepared_target = field_target.prepare(builder, &0);
                let prepared_shard = field_shard.prepare(builder, &0);
                let prepared_node = field_node.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<10> =
                    ::core::default::Default::default();
                if prepared_target.is_some() {
                    table_writer.write_entry::<u32>(0);
                }
                if prepared_shard.is_some() {
                    table_writer.write_entry::<u32>(1);
                }
                if prepared_node.is_some() {
                    table_writer.write_entry::<::planus::Offset<str>>(2);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_target) = prepared_target {
                            object_writer.write::<_, _, 4>(&prepared_target);
                        }
                        if let ::core::option::Option::Some(prepared_shard) = prepared_shard {
                            object_writer.write::<_, _, 4>(&prepared_shard);
                        }
                        if let ::core::option::Option::Some(prepared_node) = prepared_node {
                            object_writer.write::<_, _, 4>(&prepared_node);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<TargetEntry>> for TargetEntry {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<TargetEntry> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<TargetEntry>> for TargetEntry {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<TargetEntry>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<TargetEntry> for TargetEntry {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<TargetEntry> {
                TargetEntry::create(builder, self.target, self.shard, &self.node)
            }
        }

        /// Builder for serializing an instance of the [TargetEntry] type.
        ///
        /// Can be created using the [TargetEntry::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct TargetEntryBuilder<State>(State);

        impl TargetEntryBuilder<()> {
            /// Setter for the [`target` field](TargetEntry#structfield.target).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn target<T0>(self, value: T0) -> TargetEntryBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u32, u32>,
            {
                TargetEntryBuilder((value,))
            }

            /// Sets the [`target` field](TargetEntry#structfield.target) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn target_as_default(self) -> TargetEntryBuilder<(::planus::DefaultValue,)> {
                self.target(::planus::DefaultValue)
            }
        }

        impl<T0> TargetEntryBuilder<(T0,)> {
            /// Setter for the [`shard` field](TargetEntry#structfield.shard).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn shard<T1>(self, value: T1) -> TargetEntryBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0,) = self.0;
                TargetEntryBuilder((v0, value))
            }

            /// Sets the [`shard` field](TargetEntry#structfield.shard) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn shard_as_default(self) -> TargetEntryBuilder<(T0, ::planus::DefaultValue)> {
                self.shard(::planus::DefaultValue)
            }
        }

        impl<T0, T1> TargetEntryBuilder<(T0, T1)> {
            /// Setter for the [`node` field](TargetEntry#structfield.node).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn node<T2>(self, value: T2) -> TargetEntryBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            {
                let (v0, v1) = self.0;
                TargetEntryBuilder((v0, v1, value))
            }

            /// Sets the [`node` field](TargetEntry#structfield.node) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn node_as_null(self) -> TargetEntryBuilder<(T0, T1, ())> {
                self.node(())
            }
        }

        impl<T0, T1, T2> TargetEntryBuilder<(T0, T1, T2)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [TargetEntry].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<TargetEntry>
            where
                Self: ::planus::WriteAsOffset<TargetEntry>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u32, u32>,
                T1: ::planus::WriteAsDefault<u32, u32>,
                T2: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            > ::planus::WriteAs<::planus::Offset<TargetEntry>> for TargetEntryBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<TargetEntry>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<TargetEntry> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u32, u32>,
                T1: ::planus::WriteAsDefault<u32, u32>,
                T2: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            > ::planus::WriteAsOptional<::planus::Offset<TargetEntry>> for TargetEntryBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<TargetEntry>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<TargetEntry>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u32, u32>,
                T1: ::planus::WriteAsDefault<u32, u32>,
                T2: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            > ::planus::WriteAsOffset<TargetEntry> for TargetEntryBuilder<(T0, T1, T2)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<TargetEntry> {
                let (v0, v1, v2) = &self.0;
                TargetEntry::create(builder, v0, v1, v2)
            }
        }

        /// Reference to a deserialized [TargetEntry].
        #[derive(Copy, Clone)]
        pub struct TargetEntryRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> TargetEntryRef<'a> {
            /// Getter for the [`target` field](TargetEntry#structfield.target).
            #[inline]
            pub fn target(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(0, "TargetEntry", "target")?.unwrap_or(0))
            }

            /// Getter for the [`shard` field](TargetEntry#structfield.shard).
            #[inline]
            pub fn shard(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(1, "TargetEntry", "shard")?.unwrap_or(0))
            }

            /// Getter for the [`node` field](TargetEntry#structfield.node).
            #[inline]
            pub fn node(&self) -> ::planus::Result<::core::option::Option<&'a ::core::primitive::str>> {
                self.0.access(2, "TargetEntry", "node")
            }
        }

        impl<'a> ::core::fmt::Debug for TargetEntryRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("TargetEntryRef");
                f.field("target", &self.target());
                f.field("shard", &self.shard());
                if let ::core::option::Option::Some(field_node) = self.node().transpose() {
                    f.field("node", &field_node);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<TargetEntryRef<'a>> for TargetEntry {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: TargetEntryRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    target: ::core::convert::TryInto::try_into(value.target()?)?,
                    shard: ::core::convert::TryInto::try_into(value.shard()?)?,
                    node: value.node()?.map(::core::convert::Into::into),
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for TargetEntryRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for TargetEntryRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[TargetEntryRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<TargetEntry>> for TargetEntry {
            type Value = ::planus::Offset<TargetEntry>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<TargetEntry>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for TargetEntryRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[TargetEntryRef]", "read_as_root", 0))
            }
        }

        /// The table `MapOk` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Table `MapOk` in the file `/work/main/protocol/schema/osmia.fbs:122`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct MapOk {
            /// The field `cluster` in the table `MapOk`
            pub cluster: ::core::option::Option<::planus::alloc::vec::Vec<u8>>,
            /// The field `epoch` in the table `MapOk`
            pub epoch: u32,
            ///  Owner shard of each partition; the length is the partition count.
            pub partitions: ::core::option::Option<::planus::alloc::vec::Vec<u32>>,
            /// The field `shards` in the table `MapOk`
            pub shards: ::core::option::Option<::planus::alloc::vec::Vec<self::ShardEntry>>,
            /// The field `targets` in the table `MapOk`
            pub targets: ::core::option::Option<::planus::alloc::vec::Vec<self::TargetEntry>>,
            /// The field `layout` in the table `MapOk`
            pub layout: ::core::option::Option<::planus::alloc::string::String>,
            /// The field `durability` in the table `MapOk`
            pub durability: ::core::option::Option<::planus::alloc::string::String>,
            /// The field `stripe_bytes` in the table `MapOk`
            pub stripe_bytes: u32,
            /// The field `stripe_count` in the table `MapOk`
            pub stripe_count: u32,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for MapOk {
            fn default() -> Self {
                Self {
                    cluster: ::core::default::Default::default(),
                    epoch: 0,
                    partitions: ::core::default::Default::default(),
                    shards: ::core::default::Default::default(),
                    targets: ::core::default::Default::default(),
                    layout: ::core::default::Default::default(),
                    durability: ::core::default::Default::default(),
                    stripe_bytes: 0,
                    stripe_count: 0,
                }
            }
        }

        impl MapOk {
            /// Creates a [MapOkBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> MapOkBuilder<()> {
                MapOkBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_cluster: impl ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                field_epoch: impl ::planus::WriteAsDefault<u32, u32>,
                field_partitions: impl ::planus::WriteAsOptional<::planus::Offset<[u32]>>,
                field_shards: impl ::planus::WriteAsOptional<
                    ::planus::Offset<[::planus::Offset<self::ShardEntry>]>,
                >,
                field_targets: impl ::planus::WriteAsOptional<
                    ::planus::Offset<[::planus::Offset<self::TargetEntry>]>,
                >,
                field_layout: impl ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                field_durability: impl ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                field_stripe_bytes: impl ::planus::WriteAsDefault<u32, u32>,
                field_stripe_count: impl ::planus::WriteAsDefault<u32, u32>,
            ) -> ::planus::Offset<Self> {
                let prepared_cluster = field_cluster.prepare(builder);
                let prepared_epoch = field_epoch.prepare(builder, &0);
                let prepared_partitions = field_partitions.prepare(builder);
                let prepared_shards = field_shards.prepare(builder);
                let prepared_targets = field_targets.prepare(builder);
                let prepared_layout = field_layout.prepare(builder);
                let prepared_durability = field_durability.prepare(builder);
                let prepared_stripe_bytes = field_stripe_bytes.prepare(builder, &0);
                let prepared_stripe_count = field_stripe_count.prepare(builder, &0);

                let mut table_writer: ::planus::table_writer::TableWriter<22> =
                    ::core::default::Default::default();
                if prepared_cluster.is_some() {
                    table_writer.write_entry::<::planus::Offset<[u8]>>(0);
                }
                if prepared_epoch.is_some() {
                    table_writer.write_entry::<u32>(1);
                }
                if prepared_partitions.is_some() {
                    table_writer.write_entry::<::planus::Offset<[u32]>>(2);
                }
                if prepared_shards.is_some() {
                    table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::ShardEntry>]>>(3);
                }
                if prepared_targets.is_some() {
                    table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::TargetEntry>]>>(4);
                }
                if prepared_layout.is_some() {
                    table_writer.write_entry::<::planus::Offset<str>>(5);
                }
                if prepared_durability.is_some() {
                    table_writer.write_entry::<::planus::Offset<str>>(6);
                }
                if prepared_stripe_bytes.is_some() {
                    table_writer.write_entry::<u32>(7);
                }
                if prepared_stripe_count.is_some() {
                    table_writer.write_entry::<u32>(8);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_cluster) = prepared_cluster {
                            object_writer.write::<_, _, 4>(&prepared_cluster);
                        }
                        if let ::core::option::Option::Some(prepared_epoch) = prepared_epoch {
                            object_writer.write::<_, _, 4>(&prepared_epoch);
                        }
                        if let ::core::option::Option::Some(prepared_partitions) = prepared_partitions {
                            object_writer.write::<_, _, 4>(&prepared_partitions);
                        }
                        if let ::core::option::Option::Some(prepared_shards) = prepared_shards {
                            object_writer.write::<_, _, 4>(&prepared_shards);
                        }
                        if let ::core::option::Option::Some(prepared_targets) = prepared_targets {
                            object_writer.write::<_, _, 4>(&prepared_targets);
                        }
                        if let ::core::option::Option::Some(prepared_layout) = prepared_layout {
                            object_writer.write::<_, _, 4>(&prepared_layout);
                        }
                        if let ::core::option::Option::Some(prepared_durability) = prepared_durability {
                            object_writer.write::<_, _, 4>(&prepared_durability);
                        }
                        if let ::core::option::Option::Some(prepared_stripe_bytes) = prepared_stripe_bytes {
                            object_writer.write::<_, _, 4>(&prepared_stripe_bytes);
                        }
                        if let ::core::option::Option::Some(prepared_stripe_count) = prepared_stripe_count {
                            object_writer.write::<_, _, 4>(&prepared_stripe_count);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<MapOk>> for MapOk {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<MapOk> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<MapOk>> for MapOk {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<MapOk>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<MapOk> for MapOk {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<MapOk> {
                MapOk::create(
                    builder,
                    &self.cluster,
                    self.epoch,
                    &self.partitions,
                    &self.shards,
                    &self.targets,
                    &self.layout,
                    &self.durability,
                    self.stripe_bytes,
                    self.stripe_count,
                )
            }
        }

        /// Builder for serializing an instance of the [MapOk] type.
        ///
        /// Can be created using the [MapOk::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct MapOkBuilder<State>(State);

        impl MapOkBuilder<()> {
            /// Setter for the [`cluster` field](MapOk#structfield.cluster).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn cluster<T0>(self, value: T0) -> MapOkBuilder<(T0,)>
            where
                T0: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
            {
                MapOkBuilder((value,))
            }

            /// Sets the [`cluster` field](MapOk#structfield.cluster) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn cluster_as_null(self) -> MapOkBuilder<((),)> {
                self.cluster(())
            }
        }

        impl<T0> MapOkBuilder<(T0,)> {
            /// Setter for the [`epoch` field](MapOk#structfield.epoch).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn epoch<T1>(self, value: T1) -> MapOkBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0,) = self.0;
                MapOkBuilder((v0, value))
            }

            /// Sets the [`epoch` field](MapOk#structfield.epoch) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn epoch_as_default(self) -> MapOkBuilder<(T0, ::planus::DefaultValue)> {
                self.epoch(::planus::DefaultValue)
            }
        }

        impl<T0, T1> MapOkBuilder<(T0, T1)> {
            /// Setter for the [`partitions` field](MapOk#structfield.partitions).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn partitions<T2>(self, value: T2) -> MapOkBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsOptional<::planus::Offset<[u32]>>,
            {
                let (v0, v1) = self.0;
                MapOkBuilder((v0, v1, value))
            }

            /// Sets the [`partitions` field](MapOk#structfield.partitions) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn partitions_as_null(self) -> MapOkBuilder<(T0, T1, ())> {
                self.partitions(())
            }
        }

        impl<T0, T1, T2> MapOkBuilder<(T0, T1, T2)> {
            /// Setter for the [`shards` field](MapOk#structfield.shards).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn shards<T3>(self, value: T3) -> MapOkBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::ShardEntry>]>>,
            {
                let (v0, v1, v2) = self.0;
                MapOkBuilder((v0, v1, v2, value))
            }

            /// Sets the [`shards` field](MapOk#structfield.shards) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn shards_as_null(self) -> MapOkBuilder<(T0, T1, T2, ())> {
                self.shards(())
            }
        }

        impl<T0, T1, T2, T3> MapOkBuilder<(T0, T1, T2, T3)> {
            /// Setter for the [`targets` field](MapOk#structfield.targets).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn targets<T4>(self, value: T4) -> MapOkBuilder<(T0, T1, T2, T3, T4)>
            where
                T4: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::TargetEntry>]>>,
            {
                let (v0, v1, v2, v3) = self.0;
                MapOkBuilder((v0, v1, v2, v3, value))
            }

            /// Sets the [`targets` field](MapOk#structfield.targets) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn targets_as_null(self) -> MapOkBuilder<(T0, T1, T2, T3, ())> {
                self.targets(())
            }
        }

        impl<T0, T1, T2, T3, T4> MapOkBuilder<(T0, T1, T2, T3, T4)> {
            /// Setter for the [`layout` field](MapOk#structfield.layout).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn layout<T5>(self, value: T5) -> MapOkBuilder<(T0, T1, T2, T3, T4, T5)>
            where
                T5: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            {
                let (v0, v1, v2, v3, v4) = self.0;
                MapOkBuilder((v0, v1, v2, v3, v4, value))
            }

            /// Sets the [`layout` field](MapOk#structfield.layout) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn layout_as_null(self) -> MapOkBuilder<(T0, T1, T2, T3, T4, ())> {
                self.layout(())
            }
        }

        impl<T0, T1, T2, T3, T4, T5> MapOkBuilder<(T0, T1, T2, T3, T4, T5)> {
            /// Setter for the [`durability` field](MapOk#structfield.durability).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn durability<T6>(self, value: T6) -> MapOkBuilder<(T0, T1, T2, T3, T4, T5, T6)>
            where
                T6: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            {
                let (v0, v1, v2, v3, v4, v5) = self.0;
                MapOkBuilder((v0, v1, v2, v3, v4, v5, value))
            }

            /// Sets the [`durability` field](MapOk#structfield.durability) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn durability_as_null(self) -> MapOkBuilder<(T0, T1, T2, T3, T4, T5, ())> {
                self.durability(())
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6> MapOkBuilder<(T0, T1, T2, T3, T4, T5, T6)> {
            /// Setter for the [`stripe_bytes` field](MapOk#structfield.stripe_bytes).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn stripe_bytes<T7>(self, value: T7) -> MapOkBuilder<(T0, T1, T2, T3, T4, T5, T6, T7)>
            where
                T7: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0, v1, v2, v3, v4, v5, v6) = self.0;
                MapOkBuilder((v0, v1, v2, v3, v4, v5, v6, value))
            }

            /// Sets the [`stripe_bytes` field](MapOk#structfield.stripe_bytes) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn stripe_bytes_as_default(
                self,
            ) -> MapOkBuilder<(T0, T1, T2, T3, T4, T5, T6, ::planus::DefaultValue)> {
                self.stripe_bytes(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7> MapOkBuilder<(T0, T1, T2, T3, T4, T5, T6, T7)> {
            /// Setter for the [`stripe_count` field](MapOk#structfield.stripe_count).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn stripe_count<T8>(self, value: T8) -> MapOkBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8)>
            where
                T8: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7) = self.0;
                MapOkBuilder((v0, v1, v2, v3, v4, v5, v6, v7, value))
            }

            /// Sets the [`stripe_count` field](MapOk#structfield.stripe_count) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn stripe_count_as_default(
                self,
            ) -> MapOkBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, ::planus::DefaultValue)> {
                self.stripe_count(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8> MapOkBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [MapOk].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<MapOk>
            where
                Self: ::planus::WriteAsOffset<MapOk>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                T1: ::planus::WriteAsDefault<u32, u32>,
                T2: ::planus::WriteAsOptional<::planus::Offset<[u32]>>,
                T3: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::ShardEntry>]>>,
                T4: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::TargetEntry>]>>,
                T5: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                T6: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                T7: ::planus::WriteAsDefault<u32, u32>,
                T8: ::planus::WriteAsDefault<u32, u32>,
            > ::planus::WriteAs<::planus::Offset<MapOk>>
            for MapOkBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8)>
        {
            type Prepared = ::planus::Offset<MapOk>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<MapOk> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                T1: ::planus::WriteAsDefault<u32, u32>,
                T2: ::planus::WriteAsOptional<::planus::Offset<[u32]>>,
                T3: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::ShardEntry>]>>,
                T4: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::TargetEntry>]>>,
                T5: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                T6: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                T7: ::planus::WriteAsDefault<u32, u32>,
                T8: ::planus::WriteAsDefault<u32, u32>,
            > ::planus::WriteAsOptional<::planus::Offset<MapOk>>
            for MapOkBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8)>
        {
            type Prepared = ::planus::Offset<MapOk>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<MapOk>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                T1: ::planus::WriteAsDefault<u32, u32>,
                T2: ::planus::WriteAsOptional<::planus::Offset<[u32]>>,
                T3: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::ShardEntry>]>>,
                T4: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::TargetEntry>]>>,
                T5: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                T6: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                T7: ::planus::WriteAsDefault<u32, u32>,
                T8: ::planus::WriteAsDefault<u32, u32>,
            > ::planus::WriteAsOffset<MapOk> for MapOkBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<MapOk> {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8) = &self.0;
                MapOk::create(builder, v0, v1, v2, v3, v4, v5, v6, v7, v8)
            }
        }

        /// Reference to a deserialized [MapOk].
        #[derive(Copy, Clone)]
        pub struct MapOkRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> MapOkRef<'a> {
            /// Getter for the [`cluster` field](MapOk#structfield.cluster).
            #[inline]
            pub fn cluster(&self) -> ::planus::Result<::core::option::Option<&'a [u8]>> {
                self.0.access(0, "MapOk", "cluster")
            }

            /// Getter for the [`epoch` field](MapOk#structfield.epoch).
            #[inline]
            pub fn epoch(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(1, "MapOk", "epoch")?.unwrap_or(0))
            }

            /// Getter for the [`partitions` field](MapOk#structfield.partitions).
            #[inline]
            pub fn partitions(&self) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, u32>>> {
                self.0.access(2, "MapOk", "partitions")
            }

            /// Getter for the [`shards` field](MapOk#structfield.shards).
            #[inline]
            pub fn shards(
                &self,
            ) -> ::planus::Result<
                ::core::option::Option<::planus::Vector<'a, ::planus::Result<self::ShardEntryRef<'a>>>>,
            > {
                self.0.access(3, "MapOk", "shards")
            }

            /// Getter for the [`targets` field](MapOk#structfield.targets).
            #[inline]
            pub fn targets(
                &self,
            ) -> ::planus::Result<
                ::core::option::Option<::planus::Vector<'a, ::planus::Result<self::TargetEntryRef<'a>>>>,
            > {
                self.0.access(4, "MapOk", "targets")
            }

            /// Getter for the [`layout` field](MapOk#structfield.layout).
            #[inline]
            pub fn layout(&self) -> ::planus::Result<::core::option::Option<&'a ::core::primitive::str>> {
                self.0.access(5, "MapOk", "layout")
            }

            /// Getter for the [`durability` field](MapOk#structfield.durability).
            #[inline]
            pub fn durability(&self) -> ::planus::Result<::core::option::Option<&'a ::core::primitive::str>> {
                self.0.access(6, "MapOk", "durability")
            }

            /// Getter for the [`stripe_bytes` field](MapOk#structfield.stripe_bytes).
            #[inline]
            pub fn stripe_bytes(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(7, "MapOk", "stripe_bytes")?.unwrap_or(0))
            }

            /// Getter for the [`stripe_count` field](MapOk#structfield.stripe_count).
            #[inline]
            pub fn stripe_count(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(8, "MapOk", "stripe_count")?.unwrap_or(0))
            }
        }

        impl<'a> ::core::fmt::Debug for MapOkRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("MapOkRef");
                if let ::core::option::Option::Some(field_cluster) = self.cluster().transpose() {
                    f.field("cluster", &field_cluster);
                }
                f.field("epoch", &self.epoch());
                if let ::core::option::Option::Some(field_partitions) = self.partitions().transpose() {
                    f.field("partitions", &field_partitions);
                }
                if let ::core::option::Option::Some(field_shards) = self.shards().transpose() {
                    f.field("shards", &field_shards);
                }
                if let ::core::option::Option::Some(field_targets) = self.targets().transpose() {
                    f.field("targets", &field_targets);
                }
                if let ::core::option::Option::Some(field_layout) = self.layout().transpose() {
                    f.field("layout", &field_layout);
                }
                if let ::core::option::Option::Some(field_durability) = self.durability().transpose() {
                    f.field("durability", &field_durability);
                }
                f.field("stripe_bytes", &self.stripe_bytes());
                f.field("stripe_count", &self.stripe_count());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<MapOkRef<'a>> for MapOk {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: MapOkRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    cluster: value.cluster()?.map(|v| v.to_vec()),
                    epoch: ::core::convert::TryInto::try_into(value.epoch()?)?,
                    partitions: if let ::core::option::Option::Some(partitions) = value.partitions()? {
                        ::core::option::Option::Some(partitions.to_vec()?)
                    } else {
                        ::core::option::Option::None
                    },
                    shards: if let ::core::option::Option::Some(shards) = value.shards()? {
                        ::core::option::Option::Some(shards.to_vec_result()?)
                    } else {
                        ::core::option::Option::None
                    },
                    targets: if let ::core::option::Option::Some(targets) = value.targets()? {
                        ::core::option::Option::Some(targets.to_vec_result()?)
                    } else {
                        ::core::option::Option::None
                    },
                    layout: value.layout()?.map(::core::convert::Into::into),
                    durability: value.durability()?.map(::core::convert::Into::into),
                    stripe_bytes: ::core::convert::TryInto::try_into(value.stripe_bytes()?)?,
                    stripe_count: ::core::convert::TryInto::try_into(value.stripe_count()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for MapOkRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for MapOkRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[MapOkRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<MapOk>> for MapOk {
            type Value = ::planus::Offset<MapOk>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<MapOk>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for MapOkRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[MapOkRef]", "read_as_root", 0))
            }
        }

        ///  Walks `at` and returns the attributes of its end: resolve, lookup and getattr.
        ///
        /// Generated from these locations:
        /// * Table `Lookup` in the file `/work/main/protocol/schema/osmia.fbs:138`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct Lookup {
            /// The field `at` in the table `Lookup`
            pub at: ::core::option::Option<::planus::alloc::boxed::Box<self::Where>>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Lookup {
            fn default() -> Self {
                Self { at: ::core::default::Default::default() }
            }
        }

        impl Lookup {
            /// Creates a [LookupBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> LookupBuilder<()> {
                LookupBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_at: impl ::planus::WriteAsOptional<::planus::Offset<self::Where>>,
            ) -> ::planus::Offset<Self> {
                let prepared_at = field_at.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<6> =
                    ::core::default::Default::default();
                if prepared_at.is_some() {
                    table_writer.write_entry::<::planus::Offset<self::Where>>(0);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_at) = prepared_at {
                            object_writer.write::<_, _, 4>(&prepared_at);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Lookup>> for Lookup {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Lookup> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Lookup>> for Lookup {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Lookup>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Lookup> for Lookup {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Lookup> {
                Lookup::create(builder, &self.at)
            }
        }

        /// Builder for serializing an instance of the [Lookup] type.
        ///
        /// Can be created using the [Lookup::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct LookupBuilder<State>(State);

        impl LookupBuilder<()> {
            /// Setter for the [`at` field](Lookup#structfield.at).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn at<T0>(self, value: T0) -> LookupBuilder<(T0,)>
            where
                T0: ::planus::WriteAsOptional<::planus::Offset<self::Where>>,
            {
                LookupBuilder((value,))
            }

            /// Sets the [`at` field](Lookup#structfield.at) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn at_as_null(self) -> LookupBuilder<((),)> {
                self.at(())
            }
        }

        impl<T0> LookupBuilder<(T0,)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Lookup].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Lookup>
            where
                Self: ::planus::WriteAsOffset<Lookup>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptional<::planus::Offset<self::Where>>>
            ::planus::WriteAs<::planus::Offset<Lookup>> for LookupBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<Lookup>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Lookup> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptional<::planus::Offset<self::Where>>>
            ::planus::WriteAsOptional<::planus::Offset<Lookup>> for LookupBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<Lookup>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Lookup>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAsOptional<::planus::Offset<self::Where>>> ::planus::WriteAsOffset<Lookup>
            for LookupBuilder<(T0,)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Lookup> {
                let (v0,) = &self.0;
                Lookup::create(builder, v0)
            }
        }

        /// Reference to a deserialized [Lookup].
        #[derive(Copy, Clone)]
        pub struct LookupRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> LookupRef<'a> {
            /// Getter for the [`at` field](Lookup#structfield.at).
            #[inline]
            pub fn at(&self) -> ::planus::Result<::core::option::Option<self::WhereRef<'a>>> {
                self.0.access(0, "Lookup", "at")
            }
        }

        impl<'a> ::core::fmt::Debug for LookupRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("LookupRef");
                if let ::core::option::Option::Some(field_at) = self.at().transpose() {
                    f.field("at", &field_at);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<LookupRef<'a>> for Lookup {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: LookupRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    at: if let ::core::option::Option::Some(at) = value.at()? {
                        ::core::option::Option::Some(::planus::alloc::boxed::Box::new(
                            ::core::convert::TryInto::try_into(at)?,
                        ))
                    } else {
                        ::core::option::Option::None
                    },
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for LookupRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for LookupRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[LookupRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Lookup>> for Lookup {
            type Value = ::planus::Offset<Lookup>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Lookup>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for LookupRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[LookupRef]", "read_as_root", 0))
            }
        }

        ///  open(2), with or without creation. `flags` are bits of `protocol::open_flags`; 0 access only creates.
        ///
        /// Generated from these locations:
        /// * Table `Open` in the file `/work/main/protocol/schema/osmia.fbs:140`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct Open {
            /// The field `at` in the table `Open`
            pub at: ::core::option::Option<::planus::alloc::boxed::Box<self::Where>>,
            /// The field `flags` in the table `Open`
            pub flags: u32,
            /// The field `mode` in the table `Open`
            pub mode: u32,
            /// The field `umask` in the table `Open`
            pub umask: u32,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Open {
            fn default() -> Self {
                Self { at: ::core::default::Default::default(), flags: 0, mode: 0, umask: 0 }
            }
        }

        impl Open {
            /// Creates a [OpenBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> OpenBuilder<()> {
                OpenBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_at: impl ::planus::WriteAsOptional<::planus::Offset<self::Where>>,
                field_flags: impl ::planus::WriteAsDefault<u32, u32>,
                field_mode: impl ::planus::WriteAsDefault<u32, u32>,
                field_umask: impl ::planus::WriteAsDefault<u32, u32>,
            ) -> ::planus::Offset<Self> {
                let prepared_at = field_at.prepare(builder);
                let prepared_flags = field_flags.prepare(builder, &0);
                let prepared_mode = field_mode.prepare(builder, &0);
                let prepared_umask = field_umask.prepare(builder, &0);

                let mut table_writer: ::planus::table_writer::TableWriter<12> =
                    ::core::default::Default::default();
                if prepared_at.is_some() {
                    table_writer.write_entry::<::planus::Offset<self::Where>>(0);
                }
                if prepared_flags.is_some() {
                    table_writer.write_entry::<u32>(1);
                }
                if prepared_mode.is_some() {
                    table_writer.write_entry::<u32>(2);
                }
                if prepared_umask.is_some() {
                    table_writer.write_entry::<u32>(3);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_at) = prepared_at {
                            object_writer.write::<_, _, 4>(&prepared_at);
                        }
                        if let ::core::option::Option::Some(prepared_flags) = prepared_flags {
                            object_writer.write::<_, _, 4>(&prepared_flags);
                        }
                        if let ::core::option::Option::Some(prepared_mode) = prepared_mode {
                            object_writer.write::<_, _, 4>(&prepared_mode);
                        }
                        if let ::core::option::Option::Some(prepared_umask) = prepared_umask {
                            object_writer.write::<_, _, 4>(&prepared_umask);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Open>> for Open {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Open> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Open>> for Open {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Open>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Open> for Open {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Open> {
                Open::create(builder, &self.at, self.flags, self.mode, self.umask)
            }
        }

        /// Builder for serializing an instance of the [Open] type.
        ///
        /// Can be created using the [Open::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct OpenBuilder<State>(State);

        impl OpenBuilder<()> {
            /// Setter for the [`at` field](Open#structfield.at).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn at<T0>(self, value: T0) -> OpenBuilder<(T0,)>
            where
                T0: ::planus::WriteAsOptional<::planus::Offset<self::Where>>,
            {
                OpenBuilder((value,))
            }

            /// Sets the [`at` field](Open#structfield.at) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn at_as_null(self) -> OpenBuilder<((),)> {
                self.at(())
            }
        }

        impl<T0> OpenBuilder<(T0,)> {
            /// Setter for the [`flags` field](Open#structfield.flags).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn flags<T1>(self, value: T1) -> OpenBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0,) = self.0;
                OpenBuilder((v0, value))
            }

            /// Sets the [`flags` field](Open#structfield.flags) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn flags_as_default(self) -> OpenBuilder<(T0, ::planus::DefaultValue)> {
                self.flags(::planus::DefaultValue)
            }
        }

        impl<T0, T1> OpenBuilder<(T0, T1)> {
            /// Setter for the [`mode` field](Open#structfield.mode).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn mode<T2>(self, value: T2) -> OpenBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0, v1) = self.0;
                OpenBuilder((v0, v1, value))
            }

            /// Sets the [`mode` field](Open#structfield.mode) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn mode_as_default(self) -> OpenBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.mode(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> OpenBuilder<(T0, T1, T2)> {
            /// Setter for the [`umask` field](Open#structfield.umask).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn umask<T3>(self, value: T3) -> OpenBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0, v1, v2) = self.0;
                OpenBuilder((v0, v1, v2, value))
            }

            /// Sets the [`umask` field](Open#structfield.umask) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn umask_as_default(self) -> OpenBuilder<(T0, T1, T2, ::planus::DefaultValue)> {
                self.umask(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3> OpenBuilder<(T0, T1, T2, T3)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Open].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Open>
            where
                Self: ::planus::WriteAsOffset<Open>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<::planus::Offset<self::Where>>,
                T1: ::planus::WriteAsDefault<u32, u32>,
                T2: ::planus::WriteAsDefault<u32, u32>,
                T3: ::planus::WriteAsDefault<u32, u32>,
            > ::planus::WriteAs<::planus::Offset<Open>> for OpenBuilder<(T0, T1, T2, T3)>
        {
            type Prepared = ::planus::Offset<Open>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Open> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<::planus::Offset<self::Where>>,
                T1: ::planus::WriteAsDefault<u32, u32>,
                T2: ::planus::WriteAsDefault<u32, u32>,
                T3: ::planus::WriteAsDefault<u32, u32>,
            > ::planus::WriteAsOptional<::planus::Offset<Open>> for OpenBuilder<(T0, T1, T2, T3)>
        {
            type Prepared = ::planus::Offset<Open>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Open>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<::planus::Offset<self::Where>>,
                T1: ::planus::WriteAsDefault<u32, u32>,
                T2: ::planus::WriteAsDefault<u32, u32>,
                T3: ::planus::WriteAsDefault<u32, u32>,
            > ::planus::WriteAsOffset<Open> for OpenBuilder<(T0, T1, T2, T3)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Open> {
                let (v0, v1, v2, v3) = &self.0;
                Open::create(builder, v0, v1, v2, v3)
            }
        }

        /// Reference to a deserialized [Open].
        #[derive(Copy, Clone)]
        pub struct OpenRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> OpenRef<'a> {
            /// Getter for the [`at` field](Open#structfield.at).
            #[inline]
            pub fn at(&self) -> ::planus::Result<::core::option::Option<self::WhereRef<'a>>> {
                self.0.access(0, "Open", "at")
            }

            /// Getter for the [`flags` field](Open#structfield.flags).
            #[inline]
            pub fn flags(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(1, "Open", "flags")?.unwrap_or(0))
            }

            /// Getter for the [`mode` field](Open#structfield.mode).
            #[inline]
            pub fn mode(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(2, "Open", "mode")?.unwrap_or(0))
            }

            /// Getter for the [`umask` field](Open#structfield.umask).
            #[inline]
            pub fn umask(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(3, "Open", "umask")?.unwrap_or(0))
            }
        }

        impl<'a> ::core::fmt::Debug for OpenRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("OpenRef");
                if let ::core::option::Option::Some(field_at) = self.at().transpose() {
                    f.field("at", &field_at);
                }
                f.field("flags", &self.flags());
                f.field("mode", &self.mode());
                f.field("umask", &self.umask());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<OpenRef<'a>> for Open {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: OpenRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    at: if let ::core::option::Option::Some(at) = value.at()? {
                        ::core::option::Option::Some(::planus::alloc::boxed::Box::new(
                            ::core::convert::TryInto::try_into(at)?,
                        ))
                    } else {
                        ::core::option::Option::None
                    },
                    flags: ::core::convert::TryInto::try_into(value.flags()?)?,
                    mode: ::core::convert::TryInto::try_into(value.mode()?)?,
                    umask: ::core::convert::TryInto::try_into(value.umask()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for OpenRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for OpenRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[OpenRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Open>> for Open {
            type Value = ::planus::Offset<Open>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Open>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for OpenRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[OpenRef]", "read_as_root", 0))
            }
        }

        ///  Sent before the first write of an open file (`will_write`), and with the result of its writes.
        ///
        /// Generated from these locations:
        /// * Table `Report` in the file `/work/main/protocol/schema/osmia.fbs:147`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct Report {
            /// The field `at` in the table `Report`
            pub at: ::core::option::Option<::planus::alloc::boxed::Box<self::Where>>,
            /// The field `open` in the table `Report`
            pub open: u64,
            /// The field `will_write` in the table `Report`
            pub will_write: bool,
            ///  The file is at least this long, within `generation`.
            pub size: u64,
            /// The field `mtime` in the table `Report`
            pub mtime: i64,
            /// The field `generation` in the table `Report`
            pub generation: u32,
            ///  Reply only when durable.
            pub sync: bool,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Report {
            fn default() -> Self {
                Self {
                    at: ::core::default::Default::default(),
                    open: 0,
                    will_write: false,
                    size: 0,
                    mtime: 0,
                    generation: 0,
                    sync: false,
                }
            }
        }

        impl Report {
            /// Creates a [ReportBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> ReportBuilder<()> {
                ReportBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_at: impl ::planus::WriteAsOptional<::planus::Offset<self::Where>>,
                field_open: impl ::planus::WriteAsDefault<u64, u64>,
                field_will_write: impl ::planus::WriteAsDefault<bool, bool>,
                field_size: impl ::planus::WriteAsDefault<u64, u64>,
                field_mtime: impl ::planus::WriteAsDefault<i64, i64>,
                field_generation: impl ::planus::WriteAsDefault<u32, u32>,
                field_sync: impl ::planus::WriteAsDefault<bool, bool>,
            ) -> ::planus::Offset<Self> {
                let prepared_at = field_at.prepare(builder);
                let prepared_open = field_open.prepare(builder, &0);
                let prepared_will_write = field_will_write.prepare(builder, &false);
                let prepared_size = field_size.prepare(builder, &0);
                let prepared_mtime = field_mtime.prepare(builder, &0);
                let prepared_generation = field_generation.prepare(builder, &0);
                let prepared_sync = field_sync.prepare(builder, &false);

                let mut table_writer: ::planus::table_writer::TableWriter<18> =
                    ::core::default::Default::default();
                if prepared_open.is_some() {
                    table_writer.write_entry::<u64>(1);
                }
                if prepared_size.is_some() {
                    table_writer.write_entry::<u64>(3);
                }
                if prepared_mtime.is_some() {
                    table_writer.write_entry::<i64>(4);
                }
                if prepared_at.is_some() {
                    table_writer.write_entry::<::planus::Offset<self::Where>>(0);
                }
                if prepared_generation.is_some() {
                    table_writer.write_entry::<u32>(5);
                }
                if prepared_will_write.is_some() {
                    table_writer.write_entry::<bool>(2);
                }
                if prepared_sync.is_some() {
                    table_writer.write_entry::<bool>(6);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_open) = prepared_open {
                            object_writer.write::<_, _, 8>(&prepared_open);
                        }
                        if let ::core::option::Option::Some(prepared_size) = prepared_size {
                            object_writer.write::<_, _, 8>(&prepared_size);
                        }
                        if let ::core::option::Option::Some(prepared_mtime) = prepared_mtime {
                            object_writer.write::<_, _, 8>(&prepared_mtime);
                        }
                        if let ::core::option::Option::Some(prepared_at) = prepared_at {
                            object_writer.write::<_, _, 4>(&prepared_at);
                        }
                        if let ::core::option::Option::Some(prepared_generation) = prepared_generation {
                            object_writer.write::<_, _, 4>(&prepared_generation);
                        }
                        if let ::core::option::Option::Some(prepared_will_write) = prepared_will_write {
                            object_writer.write::<_, _, 1>(&prepared_will_write);
                        }
                        if let ::core::option::Option::Some(prepared_sync) = prepared_sync {
                            object_writer.write::<_, _, 1>(&prepared_sync);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Report>> for Report {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Report> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Report>> for Report {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Report>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Report> for Report {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Report> {
                Report::create(
                    builder,
                    &self.at,
                    self.open,
                    self.will_write,
                    self.size,
                    self.mtime,
                    self.generation,
                    self.sync,
                )
            }
        }

        /// Builder for serializing an instance of the [Report] type.
        ///
        /// Can be created using the [Report::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct ReportBuilder<State>(State);

        impl ReportBuilder<()> {
            /// Setter for the [`at` field](Report#structfield.at).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn at<T0>(self, value: T0) -> ReportBuilder<(T0,)>
            where
                T0: ::planus::WriteAsOptional<::planus::Offset<self::Where>>,
            {
                ReportBuilder((value,))
            }

            /// Sets the [`at` field](Report#structfield.at) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn at_as_null(self) -> ReportBuilder<((),)> {
                self.at(())
            }
        }

        impl<T0> ReportBuilder<(T0,)> {
            /// Setter for the [`open` field](Report#structfield.open).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn open<T1>(self, value: T1) -> ReportBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u64, u64>,
            {
                let (v0,) = self.0;
                ReportBuilder((v0, value))
            }

            /// Sets the [`open` field](Report#structfield.open) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn open_as_default(self) -> ReportBuilder<(T0, ::planus::DefaultValue)> {
                self.open(::planus::DefaultValue)
            }
        }

        impl<T0, T1> ReportBuilder<(T0, T1)> {
            /// Setter for the [`will_write` field](Report#structfield.will_write).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn will_write<T2>(self, value: T2) -> ReportBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<bool, bool>,
            {
                let (v0, v1) = self.0;
                ReportBuilder((v0, v1, value))
            }

            /// Sets the [`will_write` field](Report#structfield.will_write) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn will_write_as_default(self) -> ReportBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.will_write(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> ReportBuilder<(T0, T1, T2)> {
            /// Setter for the [`size` field](Report#structfield.size).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn size<T3>(self, value: T3) -> ReportBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAsDefault<u64, u64>,
            {
                let (v0, v1, v2) = self.0;
                ReportBuilder((v0, v1, v2, value))
            }

            /// Sets the [`size` field](Report#structfield.size) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn size_as_default(self) -> ReportBuilder<(T0, T1, T2, ::planus::DefaultValue)> {
                self.size(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3> ReportBuilder<(T0, T1, T2, T3)> {
            /// Setter for the [`mtime` field](Report#structfield.mtime).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn mtime<T4>(self, value: T4) -> ReportBuilder<(T0, T1, T2, T3, T4)>
            where
                T4: ::planus::WriteAsDefault<i64, i64>,
            {
                let (v0, v1, v2, v3) = self.0;
                ReportBuilder((v0, v1, v2, v3, value))
            }

            /// Sets the [`mtime` field](Report#structfield.mtime) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn mtime_as_default(self) -> ReportBuilder<(T0, T1, T2, T3, ::planus::DefaultValue)> {
                self.mtime(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4> ReportBuilder<(T0, T1, T2, T3, T4)> {
            /// Setter for the [`generation` field](Report#structfield.generation).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn generation<T5>(self, value: T5) -> ReportBuilder<(T0, T1, T2, T3, T4, T5)>
            where
                T5: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0, v1, v2, v3, v4) = self.0;
                ReportBuilder((v0, v1, v2, v3, v4, value))
            }

            /// Sets the [`generation` field](Report#structfield.generation) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn generation_as_default(
                self,
            ) -> ReportBuilder<(T0, T1, T2, T3, T4, ::planus::DefaultValue)> {
                self.generation(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5> ReportBuilder<(T0, T1, T2, T3, T4, T5)> {
            /// Setter for the [`sync` field](Report#structfield.sync).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn sync<T6>(self, value: T6) -> ReportBuilder<(T0, T1, T2, T3, T4, T5, T6)>
            where
                T6: ::planus::WriteAsDefault<bool, bool>,
            {
                let (v0, v1, v2, v3, v4, v5) = self.0;
                ReportBuilder((v0, v1, v2, v3, v4, v5, value))
            }

            /// Sets the [`sync` field](Report#structfield.sync) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn sync_as_default(self) -> ReportBuilder<(T0, T1, T2, T3, T4, T5, ::planus::DefaultValue)> {
                self.sync(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6> ReportBuilder<(T0, T1, T2, T3, T4, T5, T6)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Report].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Report>
            where
                Self: ::planus::WriteAsOffset<Report>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<::planus::Offset<self::Where>>,
                T1: ::planus::WriteAsDefault<u64, u64>,
                T2: ::planus::WriteAsDefault<bool, bool>,
                T3: ::planus::WriteAsDefault<u64, u64>,
                T4: ::planus::WriteAsDefault<i64, i64>,
                T5: ::planus::WriteAsDefault<u32, u32>,
                T6: ::planus::WriteAsDefault<bool, bool>,
            > ::planus::WriteAs<::planus::Offset<Report>> for ReportBuilder<(T0, T1, T2, T3, T4, T5, T6)>
        {
            type Prepared = ::planus::Offset<Report>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Report> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<::planus::Offset<self::Where>>,
                T1: ::planus::WriteAsDefault<u64, u64>,
                T2: ::planus::WriteAsDefault<bool, bool>,
                T3: ::planus::WriteAsDefault<u64, u64>,
                T4: ::planus::WriteAsDefault<i64, i64>,
                T5: ::planus::WriteAsDefault<u32, u32>,
                T6: ::planus::WriteAsDefault<bool, bool>,
            > ::planus::WriteAsOptional<::planus::Offset<Report>>
            for ReportBuilder<(T0, T1, T2, T3, T4, T5, T6)>
        {
            type Prepared = ::planus::Offset<Report>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Report>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<::planus::Offset<self::Where>>,
                T1: ::planus::WriteAsDefault<u64, u64>,
                T2: ::planus::WriteAsDefault<bool, bool>,
                T3: ::planus::WriteAsDefault<u64, u64>,
                T4: ::planus::WriteAsDefault<i64, i64>,
                T5: ::planus::WriteAsDefault<u32, u32>,
                T6: ::planus::WriteAsDefault<bool, bool>,
            > ::planus::WriteAsOffset<Report> for ReportBuilder<(T0, T1, T2, T3, T4, T5, T6)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Report> {
                let (v0, v1, v2, v3, v4, v5, v6) = &self.0;
                Report::create(builder, v0, v1, v2, v3, v4, v5, v6)
            }
        }

        /// Reference to a deserialized [Report].
        #[derive(Copy, Clone)]
        pub struct ReportRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> ReportRef<'a> {
            /// Getter for the [`at` field](Report#structfield.at).
            #[inline]
            pub fn at(&self) -> ::planus::Result<::core::option::Option<self::WhereRef<'a>>> {
                self.0.access(0, "Report", "at")
            }

            /// Getter for the [`open` field](Report#structfield.open).
            #[inline]
            pub fn open(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(1, "Report", "open")?.unwrap_or(0))
            }

            /// Getter for the [`will_write` field](Report#structfield.will_write).
            #[inline]
            pub fn will_write(&self) -> ::planus::Result<bool> {
                ::core::result::Result::Ok(self.0.access(2, "Report", "will_write")?.unwrap_or(false))
            }

            /// Getter for the [`size` field](Report#structfield.size).
            #[inline]
            pub fn size(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(3, "Report", "size")?.unwrap_or(0))
            }

            /// Getter for the [`mtime` field](Report#structfield.mtime).
            #[inline]
            pub fn mtime(&self) -> ::planus::Result<i64> {
                ::core::result::Result::Ok(self.0.access(4, "Report", "mtime")?.unwrap_or(0))
            }

            /// Getter for the [`generation` field](Report#structfield.generation).
            #[inline]
            pub fn generation(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(5, "Report", "generation")?.unwrap_or(0))
            }

            /// Getter for the [`sync` field](Report#structfield.sync).
            #[inline]
            pub fn sync(&self) -> ::planus::Result<bool> {
                ::core::result::Result::Ok(self.0.access(6, "Report", "sync")?.unwrap_or(false))
            }
        }

        impl<'a> ::core::fmt::Debug for ReportRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("ReportRef");
                if let ::core::option::Option::Some(field_at) = self.at().transpose() {
                    f.field("at", &field_at);
                }
                f.field("open", &self.open());
                f.field("will_write", &self.will_write());
                f.field("size", &self.size());
                f.field("mtime", &self.mtime());
                f.field("generation", &self.generation());
                f.field("sync", &self.sync());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<ReportRef<'a>> for Report {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: ReportRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    at: if let ::core::option::Option::Some(at) = value.at()? {
                        ::core::option::Option::Some(::planus::alloc::boxed::Box::new(
                            ::core::convert::TryInto::try_into(at)?,
                        ))
                    } else {
                        ::core::option::Option::None
                    },
                    open: ::core::convert::TryInto::try_into(value.open()?)?,
                    will_write: ::core::convert::TryInto::try_into(value.will_write()?)?,
                    size: ::core::convert::TryInto::try_into(value.size()?)?,
                    mtime: ::core::convert::TryInto::try_into(value.mtime()?)?,
                    generation: ::core::convert::TryInto::try_into(value.generation()?)?,
                    sync: ::core::convert::TryInto::try_into(value.sync()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for ReportRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for ReportRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[ReportRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Report>> for Report {
            type Value = ::planus::Offset<Report>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Report>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for ReportRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[ReportRef]", "read_as_root", 0))
            }
        }

        ///  chmod, chown, utimensat, truncate: which fields count is in `valid`, bits of `protocol::setattr_valid`.
        ///
        /// Generated from these locations:
        /// * Table `Setattr` in the file `/work/main/protocol/schema/osmia.fbs:159`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct Setattr {
            /// The field `at` in the table `Setattr`
            pub at: ::core::option::Option<::planus::alloc::boxed::Box<self::Where>>,
            /// The field `valid` in the table `Setattr`
            pub valid: u32,
            /// The field `mode` in the table `Setattr`
            pub mode: u32,
            /// The field `uid` in the table `Setattr`
            pub uid: u32,
            /// The field `gid` in the table `Setattr`
            pub gid: u32,
            /// The field `size` in the table `Setattr`
            pub size: u64,
            /// The field `atime` in the table `Setattr`
            pub atime: i64,
            /// The field `mtime` in the table `Setattr`
            pub mtime: i64,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Setattr {
            fn default() -> Self {
                Self {
                    at: ::core::default::Default::default(),
                    valid: 0,
                    mode: 0,
                    uid: 0,
                    gid: 0,
                    size: 0,
                    atime: 0,
                    mtime: 0,
                }
            }
        }

        impl Setattr {
            /// Creates a [SetattrBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> SetattrBuilder<()> {
                SetattrBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_at: impl ::planus::WriteAsOptional<::planus::Offset<self::Where>>,
                field_valid: impl ::planus::WriteAsDefault<u32, u32>,
                field_mode: impl ::planus::WriteAsDefault<u32, u32>,
                field_uid: impl ::planus::WriteAsDefault<u32, u32>,
                field_gid: impl ::planus::WriteAsDefault<u32, u32>,
                field_size: impl ::planus::WriteAsDefault<u64, u64>,
                field_atime: impl ::planus::WriteAsDefault<i64, i64>,
                field_mtime: impl ::planus::WriteAsDefault<i64, i64>,
            ) -> ::planus::Offset<Self> {
                let prepared_at = field_at.prepare(builder);
                let prepared_valid = field_valid.prepare(builder, &0);
                let prepared_mode = field_mode.prepare(builder, &0);
                let prepared_uid = field_uid.prepare(builder, &0);
                let prepared_gid = field_gid.prepare(builder, &0);
                let prepared_size = field_size.prepare(builder, &0);
                let prepared_atime = field_atime.prepare(builder, &0);
                let prepared_mtime = field_mtime.prepare(builder, &0);

                let mut table_writer: ::planus::table_writer::TableWriter<20> =
                    ::core::default::Default::default();
                if prepared_size.is_some() {
                    table_writer.write_entry::<u64>(5);
                }
                if prepared_atime.is_some() {
                    table_writer.write_entry::<i64>(6);
                }
                if prepared_mtime.is_some() {
                    table_writer.write_entry::<i64>(7);
                }
                if prepared_at.is_some() {
                    table_writer.write_entry::<::planus::Offset<self::Where>>(0);
                }
                if prepared_valid.is_some() {
                    table_writer.write_entry::<u32>(1);
                }
                if prepared_mode.is_some() {
                    table_writer.write_entry::<u32>(2);
                }
                if prepared_uid.is_some() {
                    table_writer.write_entry::<u32>(3);
                }
                if prepared_gid.is_some() {
                    table_writer.write_entry::<u32>(4);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_size) = prepared_size {
                            object_writer.write::<_, _, 8>(&prepared_size);
                        }
                        if let ::core::option::Option::Some(prepared_atime) = prepared_atime {
                            object_writer.write::<_, _, 8>(&prepared_atime);
                        }
                        if let ::core::option::Option::Some(prepared_mtime) = prepared_mtime {
                            object_writer.write::<_, _, 8>(&prepared_mtime);
                        }
                        if let ::core::option::Option::Some(prepared_at) = prepared_at {
                            object_writer.write::<_, _, 4>(&prepared_at);
                        }
                        if let ::core::option::Option::Some(prepared_valid) = prepared_valid {
                            object_writer.write::<_, _, 4>(&prepared_valid);
                        }
                        if let ::core::option::Option::Some(prepared_mode) = prepared_mode {
                            object_writer.write::<_, _, 4>(&prepared_mode);
                        }
                        if let ::core::option::Option::Some(prepared_uid) = prepared_uid {
                            object_writer.write::<_, _, 4>(&prepared_uid);
                        }
                        if let ::core::option::Option::Some(prepared_gid) = prepared_gid {
                            object_writer.write::<_, _, 4>(&prepared_gid);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Setattr>> for Setattr {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Setattr> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Setattr>> for Setattr {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Setattr>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Setattr> for Setattr {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Setattr> {
                Setattr::create(
                    builder, &self.at, self.valid, self.mode, self.uid, self.gid, self.size, self.atime,
                    self.mtime,
                )
            }
        }

        /// Builder for serializing an instance of the [Setattr] type.
        ///
        /// Can be created using the [Setattr::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct SetattrBuilder<State>(State);

        impl SetattrBuilder<()> {
            /// Setter for the [`at` field](Setattr#structfield.at).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn at<T0>(self, value: T0) -> SetattrBuilder<(T0,)>
            where
                T0: ::planus::WriteAsOptional<::planus::Offset<self::Where>>,
            {
                SetattrBuilder((value,))
            }

            /// Sets the [`at` field](Setattr#structfield.at) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn at_as_null(self) -> SetattrBuilder<((),)> {
                self.at(())
            }
        }

        impl<T0> SetattrBuilder<(T0,)> {
            /// Setter for the [`valid` field](Setattr#structfield.valid).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn valid<T1>(self, value: T1) -> SetattrBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0,) = self.0;
                SetattrBuilder((v0, value))
            }

            /// Sets the [`valid` field](Setattr#structfield.valid) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn valid_as_default(self) -> SetattrBuilder<(T0, ::planus::DefaultValue)> {
                self.valid(::planus::DefaultValue)
            }
        }

        impl<T0, T1> SetattrBuilder<(T0, T1)> {
            /// Setter for the [`mode` field](Setattr#structfield.mode).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn mode<T2>(self, value: T2) -> SetattrBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0, v1) = self.0;
                SetattrBuilder((v0, v1, value))
            }

            /// Sets the [`mode` field](Setattr#structfield.mode) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn mode_as_default(self) -> SetattrBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.mode(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> SetattrBuilder<(T0, T1, T2)> {
            /// Setter for the [`uid` field](Setattr#structfield.uid).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn uid<T3>(self, value: T3) -> SetattrBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0, v1, v2) = self.0;
                SetattrBuilder((v0, v1, v2, value))
            }

            /// Sets the [`uid` field](Setattr#structfield.uid) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn uid_as_default(self) -> SetattrBuilder<(T0, T1, T2, ::planus::DefaultValue)> {
                self.uid(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3> SetattrBuilder<(T0, T1, T2, T3)> {
            /// Setter for the [`gid` field](Setattr#structfield.gid).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn gid<T4>(self, value: T4) -> SetattrBuilder<(T0, T1, T2, T3, T4)>
            where
                T4: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0, v1, v2, v3) = self.0;
                SetattrBuilder((v0, v1, v2, v3, value))
            }

            /// Sets the [`gid` field](Setattr#structfield.gid) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn gid_as_default(self) -> SetattrBuilder<(T0, T1, T2, T3, ::planus::DefaultValue)> {
                self.gid(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4> SetattrBuilder<(T0, T1, T2, T3, T4)> {
            /// Setter for the [`size` field](Setattr#structfield.size).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn size<T5>(self, value: T5) -> SetattrBuilder<(T0, T1, T2, T3, T4, T5)>
            where
                T5: ::planus::WriteAsDefault<u64, u64>,
            {
                let (v0, v1, v2, v3, v4) = self.0;
                SetattrBuilder((v0, v1, v2, v3, v4, value))
            }

            /// Sets the [`size` field](Setattr#structfield.size) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn size_as_default(self) -> SetattrBuilder<(T0, T1, T2, T3, T4, ::planus::DefaultValue)> {
                self.size(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5> SetattrBuilder<(T0, T1, T2, T3, T4, T5)> {
            /// Setter for the [`atime` field](Setattr#structfield.atime).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn atime<T6>(self, value: T6) -> SetattrBuilder<(T0, T1, T2, T3, T4, T5, T6)>
            where
                T6: ::planus::WriteAsDefault<i64, i64>,
            {
                let (v0, v1, v2, v3, v4, v5) = self.0;
                SetattrBuilder((v0, v1, v2, v3, v4, v5, value))
            }

            /// Sets the [`atime` field](Setattr#structfield.atime) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn atime_as_default(
                self,
            ) -> SetattrBuilder<(T0, T1, T2, T3, T4, T5, ::planus::DefaultValue)> {
                self.atime(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6> SetattrBuilder<(T0, T1, T2, T3, T4, T5, T6)> {
            /// Setter for the [`mtime` field](Setattr#structfield.mtime).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn mtime<T7>(self, value: T7) -> SetattrBuilder<(T0, T1, T2, T3, T4, T5, T6, T7)>
            where
                T7: ::planus::WriteAsDefault<i64, i64>,
            {
                let (v0, v1, v2, v3, v4, v5, v6) = self.0;
                SetattrBuilder((v0, v1, v2, v3, v4, v5, v6, value))
            }

            /// Sets the [`mtime` field](Setattr#structfield.mtime) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn mtime_as_default(
                self,
            ) -> SetattrBuilder<(T0, T1, T2, T3, T4, T5, T6, ::planus::DefaultValue)> {
                self.mtime(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7> SetattrBuilder<(T0, T1, T2, T3, T4, T5, T6, T7)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Setattr].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Setattr>
            where
                Self: ::planus::WriteAsOffset<Setattr>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<::planus::Offset<self::Where>>,
                T1: ::planus::WriteAsDefault<u32, u32>,
                T2: ::planus::WriteAsDefault<u32, u32>,
                T3: ::planus::WriteAsDefault<u32, u32>,
                T4: ::planus::WriteAsDefault<u32, u32>,
                T5: ::planus::WriteAsDefault<u64, u64>,
                T6: ::planus::WriteAsDefault<i64, i64>,
                T7: ::planus::WriteAsDefault<i64, i64>,
            > ::planus::WriteAs<::planus::Offset<Setattr>>
            for SetattrBuilder<(T0, T1, T2, T3, T4, T5, T6, T7)>
        {
            type Prepared = ::planus::Offset<Setattr>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Setattr> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<::planus::Offset<self::Where>>,
                T1: ::planus::WriteAsDefault<u32, u32>,
                T2: ::planus::WriteAsDefault<u32, u32>,
                T3: ::planus::WriteAsDefault<u32, u32>,
                T4: ::planus::WriteAsDefault<u32, u32>,
                T5: ::planus::WriteAsDefault<u64, u64>,
                T6: ::planus::WriteAsDefault<i64, i64>,
                T7: ::planus::WriteAsDefault<i64, i64>,
            > ::planus::WriteAsOptional<::planus::Offset<Setattr>>
            for SetattrBuilder<(T0, T1, T2, T3, T4, T5, T6, T7)>
        {
            type Prepared = ::planus::Offset<Setattr>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Setattr>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<::planus::Offset<self::Where>>,
                T1: ::planus::WriteAsDefault<u32, u32>,
                T2: ::planus::WriteAsDefault<u32, u32>,
                T3: ::planus::WriteAsDefault<u32, u32>,
                T4: ::planus::WriteAsDefault<u32, u32>,
                T5: ::planus::WriteAsDefault<u64, u64>,
                T6: ::planus::WriteAsDefault<i64, i64>,
                T7: ::planus::WriteAsDefault<i64, i64>,
            > ::planus::WriteAsOffset<Setattr> for SetattrBuilder<(T0, T1, T2, T3, T4, T5, T6, T7)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Setattr> {
                let (v0, v1, v2, v3, v4, v5, v6, v7) = &self.0;
                Setattr::create(builder, v0, v1, v2, v3, v4, v5, v6, v7)
            }
        }

        /// Reference to a deserialized [Setattr].
        #[derive(Copy, Clone)]
        pub struct SetattrRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> SetattrRef<'a> {
            /// Getter for the [`at` field](Setattr#structfield.at).
            #[inline]
            pub fn at(&self) -> ::planus::Result<::core::option::Option<self::WhereRef<'a>>> {
                self.0.access(0, "Setattr", "at")
            }

            /// Getter for the [`valid` field](Setattr#structfield.valid).
            #[inline]
            pub fn valid(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(1, "Setattr", "valid")?.unwrap_or(0))
            }

            /// Getter for the [`mode` field](Setattr#structfield.mode).
            #[inline]
            pub fn mode(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(2, "Setattr", "mode")?.unwrap_or(0))
            }

            /// Getter for the [`uid` field](Setattr#structfield.uid).
            #[inline]
            pub fn uid(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(3, "Setattr", "uid")?.unwrap_or(0))
            }

            /// Getter for the [`gid` field](Setattr#structfield.gid).
            #[inline]
            pub fn gid(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(4, "Setattr", "gid")?.unwrap_or(0))
            }

            /// Getter for the [`size` field](Setattr#structfield.size).
            #[inline]
            pub fn size(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(5, "Setattr", "size")?.unwrap_or(0))
            }

            /// Getter for the [`atime` field](Setattr#structfield.atime).
            #[inline]
            pub fn atime(&self) -> ::planus::Result<i64> {
                ::core::result::Result::Ok(self.0.access(6, "Setattr", "atime")?.unwrap_or(0))
            }

            /// Getter for the [`mtime` field](Setattr#structfield.mtime).
            #[inline]
            pub fn mtime(&self) -> ::planus::Result<i64> {
                ::core::result::Result::Ok(self.0.access(7, "Setattr", "mtime")?.unwrap_or(0))
            }
        }

        impl<'a> ::core::fmt::Debug for SetattrRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("SetattrRef");
                if let ::core::option::Option::Some(field_at) = self.at().transpose() {
                    f.field("at", &field_at);
                }
                f.field("valid", &self.valid());
                f.field("mode", &self.mode());
                f.field("uid", &self.uid());
                f.field("gid", &self.gid());
                f.field("size", &self.size());
                f.field("atime", &self.atime());
                f.field("mtime", &self.mtime());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<SetattrRef<'a>> for Setattr {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: SetattrRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    at: if let ::core::option::Option::Some(at) = value.at()? {
                        ::core::option::Option::Some(::planus::alloc::boxed::Box::new(
                            ::core::convert::TryInto::try_into(at)?,
                        ))
                    } else {
                        ::core::option::Option::None
                    },
                    valid: ::core::convert::TryInto::try_into(value.valid()?)?,
                    mode: ::core::convert::TryInto::try_into(value.mode()?)?,
                    uid: ::core::convert::TryInto::try_into(value.uid()?)?,
                    gid: ::core::convert::TryInto::try_into(value.gid()?)?,
                    size: ::core::convert::TryInto::try_into(value.size()?)?,
                    atime: ::core::convert::TryInto::try_into(value.atime()?)?,
                    mtime: ::core::convert::TryInto::try_into(value.mtime()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for SetattrRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for SetattrRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[SetattrRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Setattr>> for Setattr {
            type Value = ::planus::Offset<Setattr>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Setattr>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for SetattrRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[SetattrRef]", "read_as_root", 0))
            }
        }

        /// The table `Mkdir` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Table `Mkdir` in the file `/work/main/protocol/schema/osmia.fbs:169`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct Mkdir {
            /// The field `at` in the table `Mkdir`
            pub at: ::core::option::Option<::planus::alloc::boxed::Box<self::Where>>,
            /// The field `mode` in the table `Mkdir`
            pub mode: u32,
            /// The field `umask` in the table `Mkdir`
            pub umask: u32,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Mkdir {
            fn default() -> Self {
                Self { at: ::core::default::Default::default(), mode: 0, umask: 0 }
            }
        }

        impl Mkdir {
            /// Creates a [MkdirBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> MkdirBuilder<()> {
                MkdirBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_at: impl ::planus::WriteAsOptional<::planus::Offset<self::Where>>,
                field_mode: impl ::planus::WriteAsDefault<u32, u32>,
                field_umask: impl ::planus::WriteAsDefault<u32, u32>,
            ) -> ::planus::Offset<Self> {
                let prepared_at = field_at.prepare(builder);
                let prepared_mode = field_mode.prepare(builder, &0);
                let prepared_umask = field_umask.prepare(builder, &0);

                let mut table_writer: ::planus::table_writer::TableWriter<10> =
                    ::core::default::Default::default();
                if prepared_at.is_some() {
                    table_writer.write_entry::<::planus::Offset<self::Where>>(0);
                }
                if prepared_mode.is_some() {
                    table_writer.write_entry::<u32>(1);
                }
                if prepared_umask.is_some() {
                    table_writer.write_entry::<u32>(2);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_at) = prepared_at {
                            object_writer.write::<_, _, 4>(&prepared_at);
                        }
                        if let ::core::option::Option::Some(prepared_mode) = prepared_mode {
                            object_writer.write::<_, _, 4>(&prepared_mode);
                        }
                        if let ::core::option::Option::Some(prepared_umask) = prepared_umask {
                            object_writer.write::<_, _, 4>(&prepared_umask);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Mkdir>> for Mkdir {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Mkdir> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Mkdir>> for Mkdir {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Mkdir>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Mkdir> for Mkdir {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Mkdir> {
                Mkdir::create(builder, &self.at, self.mode, self.umask)
            }
        }

        /// Builder for serializing an instance of the [Mkdir] type.
        ///
        /// Can be created using the [Mkdir::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct MkdirBuilder<State>(State);

        impl MkdirBuilder<()> {
            /// Setter for the [`at` field](Mkdir#structfield.at).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn at<T0>(self, value: T0) -> MkdirBuilder<(T0,)>
            where
                T0: ::planus::WriteAsOptional<::planus::Offset<self::Where>>,
            {
                MkdirBuilder((value,))
            }

            /// Sets the [`at` field](Mkdir#structfield.at) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn at_as_null(self) -> MkdirBuilder<((),)> {
                self.at(())
            }
        }

        impl<T0> MkdirBuilder<(T0,)> {
            /// Setter for the [`mode` field](Mkdir#structfield.mode).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn mode<T1>(self, value: T1) -> MkdirBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0,) = self.0;
                MkdirBuilder((v0, value))
            }

            /// Sets the [`mode` field](Mkdir#structfield.mode) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn mode_as_default(self) -> MkdirBuilder<(T0, ::planus::DefaultValue)> {
                self.mode(::planus::DefaultValue)
            }
        }

        impl<T0, T1> MkdirBuilder<(T0, T1)> {
            /// Setter for the [`umask` field](Mkdir#structfield.umask).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn umask<T2>(self, value: T2) -> MkdirBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0, v1) = self.0;
                MkdirBuilder((v0, v1, value))
            }

            /// Sets the [`umask` field](Mkdir#structfield.umask) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn umask_as_default(self) -> MkdirBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.umask(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> MkdirBuilder<(T0, T1, T2)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Mkdir].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Mkdir>
            where
                Self: ::planus::WriteAsOffset<Mkdir>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<::planus::Offset<self::Where>>,
                T1: ::planus::WriteAsDefault<u32, u32>,
                T2: ::planus::WriteAsDefault<u32, u32>,
            > ::planus::WriteAs<::planus::Offset<Mkdir>> for MkdirBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<Mkdir>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Mkdir> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<::planus::Offset<self::Where>>,
                T1: ::planus::WriteAsDefault<u32, u32>,
                T2: ::planus::WriteAsDefault<u32, u32>,
            > ::planus::WriteAsOptional<::planus::Offset<Mkdir>> for MkdirBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<Mkdir>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Mkdir>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<::planus::Offset<self::Where>>,
                T1: ::planus::WriteAsDefault<u32, u32>,
                T2: ::planus::WriteAsDefault<u32, u32>,
            > ::planus::WriteAsOffset<Mkdir> for MkdirBuilder<(T0, T1, T2)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Mkdir> {
                let (v0, v1, v2) = &self.0;
                Mkdir::create(builder, v0, v1, v2)
            }
        }

        /// Reference to a deserialized [Mkdir].
        #[derive(Copy, Clone)]
        pub struct MkdirRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> MkdirRef<'a> {
            /// Getter for the [`at` field](Mkdir#structfield.at).
            #[inline]
            pub fn at(&self) -> ::planus::Result<::core::option::Option<self::WhereRef<'a>>> {
                self.0.access(0, "Mkdir", "at")
            }

            /// Getter for the [`mode` field](Mkdir#structfield.mode).
            #[inline]
            pub fn mode(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(1, "Mkdir", "mode")?.unwrap_or(0))
            }

            /// Getter for the [`umask` field](Mkdir#structfield.umask).
            #[inline]
            pub fn umask(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(2, "Mkdir", "umask")?.unwrap_or(0))
            }
        }

        impl<'a> ::core::fmt::Debug for MkdirRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("MkdirRef");
                if let ::core::option::Option::Some(field_at) = self.at().transpose() {
                    f.field("at", &field_at);
                }
                f.field("mode", &self.mode());
                f.field("umask", &self.umask());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<MkdirRef<'a>> for Mkdir {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: MkdirRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    at: if let ::core::option::Option::Some(at) = value.at()? {
                        ::core::option::Option::Some(::planus::alloc::boxed::Box::new(
                            ::core::convert::TryInto::try_into(at)?,
                        ))
                    } else {
                        ::core::option::Option::None
                    },
                    mode: ::core::convert::TryInto::try_into(value.mode()?)?,
                    umask: ::core::convert::TryInto::try_into(value.umask()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for MkdirRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for MkdirRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[MkdirRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Mkdir>> for Mkdir {
            type Value = ::planus::Offset<Mkdir>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Mkdir>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for MkdirRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[MkdirRef]", "read_as_root", 0))
            }
        }

        /// The table `Unlink` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Table `Unlink` in the file `/work/main/protocol/schema/osmia.fbs:170`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct Unlink {
            /// The field `at` in the table `Unlink`
            pub at: ::core::option::Option<::planus::alloc::boxed::Box<self::Where>>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Unlink {
            fn default() -> Self {
                Self { at: ::core::default::Default::default() }
            }
        }

        impl Unlink {
            /// Creates a [UnlinkBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> UnlinkBuilder<()> {
                UnlinkBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_at: impl ::planus::WriteAsOptional<::planus::Offset<self::Where>>,
            ) -> ::planus::Offset<Self> {
                let prepared_at = field_at.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<6> =
                    ::core::default::Default::default();
                if prepared_at.is_some() {
                    table_writer.write_entry::<::planus::Offset<self::Where>>(0);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_at) = prepared_at {
                            object_writer.write::<_, _, 4>(&prepared_at);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Unlink>> for Unlink {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Unlink> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Unlink>> for Unlink {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Unlink>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Unlink> for Unlink {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Unlink> {
                Unlink::create(builder, &self.at)
            }
        }

        /// Builder for serializing an instance of the [Unlink] type.
        ///
        /// Can be created using the [Unlink::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct UnlinkBuilder<State>(State);

        impl UnlinkBuilder<()> {
            /// Setter for the [`at` field](Unlink#structfield.at).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn at<T0>(self, value: T0) -> UnlinkBuilder<(T0,)>
            where
                T0: ::planus::WriteAsOptional<::planus::Offset<self::Where>>,
            {
                UnlinkBuilder((value,))
            }

            /// Sets the [`at` field](Unlink#structfield.at) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn at_as_null(self) -> UnlinkBuilder<((),)> {
                self.at(())
            }
        }

        impl<T0> UnlinkBuilder<(T0,)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Unlink].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Unlink>
            where
                Self: ::planus::WriteAsOffset<Unlink>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptional<::planus::Offset<self::Where>>>
            ::planus::WriteAs<::planus::Offset<Unlink>> for UnlinkBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<Unlink>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Unlink> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptional<::planus::Offset<self::Where>>>
            ::planus::WriteAsOptional<::planus::Offset<Unlink>> for UnlinkBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<Unlink>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Unlink>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAsOptional<::planus::Offset<self::Where>>> ::planus::WriteAsOffset<Unlink>
            for UnlinkBuilder<(T0,)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Unlink> {
                let (v0,) = &self.0;
                Unlink::create(builder, v0)
            }
        }

        /// Reference to a deserialized [Unlink].
        #[derive(Copy, Clone)]
        pub struct UnlinkRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> UnlinkRef<'a> {
            /// Getter for the [`at` field](Unlink#structfield.at).
            #[inline]
            pub fn at(&self) -> ::planus::Result<::core::option::Option<self::WhereRef<'a>>> {
                self.0.access(0, "Unlink", "at")
            }
        }

        impl<'a> ::core::fmt::Debug for UnlinkRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("UnlinkRef");
                if let ::core::option::Option::Some(field_at) = self.at().transpose() {
                    f.field("at", &field_at);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<UnlinkRef<'a>> for Unlink {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: UnlinkRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    at: if let ::core::option::Option::Some(at) = value.at()? {
                        ::core::option::Option::Some(::planus::alloc::boxed::Box::new(
                            ::core::convert::TryInto::try_into(at)?,
                        ))
                    } else {
                        ::core::option::Option::None
                    },
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for UnlinkRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for UnlinkRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[UnlinkRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Unlink>> for Unlink {
            type Value = ::planus::Offset<Unlink>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Unlink>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for UnlinkRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[UnlinkRef]", "read_as_root", 0))
            }
        }

        /// The table `Rmdir` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Table `Rmdir` in the file `/work/main/protocol/schema/osmia.fbs:171`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct Rmdir {
            /// The field `at` in the table `Rmdir`
            pub at: ::core::option::Option<::planus::alloc::boxed::Box<self::Where>>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Rmdir {
            fn default() -> Self {
                Self { at: ::core::default::Default::default() }
            }
        }

        impl Rmdir {
            /// Creates a [RmdirBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> RmdirBuilder<()> {
                RmdirBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_at: impl ::planus::WriteAsOptional<::planus::Offset<self::Where>>,
            ) -> ::planus::Offset<Self> {
                let prepared_at = field_at.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<6> =
                    ::core::default::Default::default();
                if prepared_at.is_some() {
                    table_writer.write_entry::<::planus::Offset<self::Where>>(0);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_at) = prepared_at {
                            object_writer.write::<_, _, 4>(&prepared_at);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Rmdir>> for Rmdir {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Rmdir> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Rmdir>> for Rmdir {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Rmdir>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Rmdir> for Rmdir {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Rmdir> {
                Rmdir::create(builder, &self.at)
            }
        }

        /// Builder for serializing an instance of the [Rmdir] type.
        ///
        /// Can be created using the [Rmdir::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct RmdirBuilder<State>(State);

        impl RmdirBuilder<()> {
            /// Setter for the [`at` field](Rmdir#structfield.at).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn at<T0>(self, value: T0) -> RmdirBuilder<(T0,)>
            where
                T0: ::planus::WriteAsOptional<::planus::Offset<self::Where>>,
            {
                RmdirBuilder((value,))
            }

            /// Sets the [`at` field](Rmdir#structfield.at) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn at_as_null(self) -> RmdirBuilder<((),)> {
                self.at(())
            }
        }

        impl<T0> RmdirBuilder<(T0,)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Rmdir].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Rmdir>
            where
                Self: ::planus::WriteAsOffset<Rmdir>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptional<::planus::Offset<self::Where>>>
            ::planus::WriteAs<::planus::Offset<Rmdir>> for RmdirBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<Rmdir>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Rmdir> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptional<::planus::Offset<self::Where>>>
            ::planus::WriteAsOptional<::planus::Offset<Rmdir>> for RmdirBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<Rmdir>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Rmdir>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAsOptional<::planus::Offset<self::Where>>> ::planus::WriteAsOffset<Rmdir>
            for RmdirBuilder<(T0,)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Rmdir> {
                let (v0,) = &self.0;
                Rmdir::create(builder, v0)
            }
        }

        /// Reference to a deserialized [Rmdir].
        #[derive(Copy, Clone)]
        pub struct RmdirRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> RmdirRef<'a> {
            /// Getter for the [`at` field](Rmdir#structfield.at).
            #[inline]
            pub fn at(&self) -> ::planus::Result<::core::option::Option<self::WhereRef<'a>>> {
                self.0.access(0, "Rmdir", "at")
            }
        }

        impl<'a> ::core::fmt::Debug for RmdirRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("RmdirRef");
                if let ::core::option::Option::Some(field_at) = self.at().transpose() {
                    f.field("at", &field_at);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<RmdirRef<'a>> for Rmdir {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: RmdirRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    at: if let ::core::option::Option::Some(at) = value.at()? {
                        ::core::option::Option::Some(::planus::alloc::boxed::Box::new(
                            ::core::convert::TryInto::try_into(at)?,
                        ))
                    } else {
                        ::core::option::Option::None
                    },
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for RmdirRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for RmdirRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[RmdirRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Rmdir>> for Rmdir {
            type Value = ::planus::Offset<Rmdir>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Rmdir>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for RmdirRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[RmdirRef]", "read_as_root", 0))
            }
        }

        ///  One page of a directory. `cursor` is 0 at first, then `ReaddirOk.cursor`.
        ///
        /// Generated from these locations:
        /// * Table `Readdir` in the file `/work/main/protocol/schema/osmia.fbs:173`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct Readdir {
            /// The field `dir` in the table `Readdir`
            pub dir: u64,
            /// The field `cursor` in the table `Readdir`
            pub cursor: u64,
            ///  Bytes of names and attributes wanted at most; at least one entry comes all the same.
            pub bytes_max: u32,
            /// The field `attributes` in the table `Readdir`
            pub attributes: bool,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Readdir {
            fn default() -> Self {
                Self { dir: 0, cursor: 0, bytes_max: 0, attributes: false }
            }
        }

        impl Readdir {
            /// Creates a [ReaddirBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> ReaddirBuilder<()> {
                ReaddirBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_dir: impl ::planus::WriteAsDefault<u64, u64>,
                field_cursor: impl ::planus::WriteAsDefault<u64, u64>,
                field_bytes_max: impl ::planus::WriteAsDefault<u32, u32>,
                field_attributes: impl ::planus::WriteAsDefault<bool, bool>,
            ) -> ::planus::Offset<Self> {
                let prepared_dir = field_dir.prepare(builder, &0);
                let prepared_cursor = field_cursor.prepare(builder, &0);
                let prepared_bytes_max = field_bytes_max.prepare(builder, &0);
                let prepared_attributes = field_attributes.prepare(builder, &false);

                let mut table_writer: ::planus::table_writer::TableWriter<12> =
                    ::core::default::Default::default();
                if prepared_dir.is_some() {
                    table_writer.write_entry::<u64>(0);
                }
                if prepared_cursor.is_some() {
                    table_writer.write_entry::<u64>(1);
                }
                if prepared_bytes_max.is_some() {
                    table_writer.write_entry::<u32>(2);
                }
                if prepared_attributes.is_some() {
                    table_writer.write_entry::<bool>(3);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_dir) = prepared_dir {
                            object_writer.write::<_, _, 8>(&prepared_dir);
                        }
                        if let ::core::option::Option::Some(prepared_cursor) = prepared_cursor {
                            object_writer.write::<_, _, 8>(&prepared_cursor);
                        }
                        if let ::core::option::Option::Some(prepared_bytes_max) = prepared_bytes_max {
                            object_writer.write::<_, _, 4>(&prepared_bytes_max);
                        }
                        if let ::core::option::Option::Some(prepared_attributes) = prepared_attributes {
                            object_writer.write::<_, _, 1>(&prepared_attributes);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Readdir>> for Readdir {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Readdir> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Readdir>> for Readdir {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Readdir>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Readdir> for Readdir {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Readdir> {
                Readdir::create(builder, self.dir, self.cursor, self.bytes_max, self.attributes)
            }
        }

        /// Builder for serializing an instance of the [Readdir] type.
        ///
        /// Can be created using the [Readdir::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct ReaddirBuilder<State>(State);

        impl ReaddirBuilder<()> {
            /// Setter for the [`dir` field](Readdir#structfield.dir).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn dir<T0>(self, value: T0) -> ReaddirBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u64, u64>,
            {
                ReaddirBuilder((value,))
            }

            /// Sets the [`dir` field](Readdir#structfield.dir) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn dir_as_default(self) -> ReaddirBuilder<(::planus::DefaultValue,)> {
                self.dir(::planus::DefaultValue)
            }
        }

        impl<T0> ReaddirBuilder<(T0,)> {
            /// Setter for the [`cursor` field](Readdir#structfield.cursor).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn cursor<T1>(self, value: T1) -> ReaddirBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u64, u64>,
            {
                let (v0,) = self.0;
                ReaddirBuilder((v0, value))
            }

            /// Sets the [`cursor` field](Readdir#structfield.cursor) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn cursor_as_default(self) -> ReaddirBuilder<(T0, ::planus::DefaultValue)> {
                self.cursor(::planus::DefaultValue)
            }
        }

        impl<T0, T1> ReaddirBuilder<(T0, T1)> {
            /// Setter for the [`bytes_max` field](Readdir#structfield.bytes_max).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn bytes_max<T2>(self, value: T2) -> ReaddirBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0, v1) = self.0;
                ReaddirBuilder((v0, v1, value))
            }

            /// Sets the [`bytes_max` field](Readdir#structfield.bytes_max) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn bytes_max_as_default(self) -> ReaddirBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.bytes_max(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> ReaddirBuilder<(T0, T1, T2)> {
            /// Setter for the [`attributes` field](Readdir#structfield.attributes).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn attributes<T3>(self, value: T3) -> ReaddirBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAsDefault<bool, bool>,
            {
                let (v0, v1, v2) = self.0;
                ReaddirBuilder((v0, v1, v2, value))
            }

            /// Sets the [`attributes` field](Readdir#structfield.attributes) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn attributes_as_default(self) -> ReaddirBuilder<(T0, T1, T2, ::planus::DefaultValue)> {
                self.attributes(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3> ReaddirBuilder<(T0, T1, T2, T3)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Readdir].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Readdir>
            where
                Self: ::planus::WriteAsOffset<Readdir>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAsDefault<u64, u64>,
                T2: ::planus::WriteAsDefault<u32, u32>,
                T3: ::planus::WriteAsDefault<bool, bool>,
            > ::planus::WriteAs<::planus::Offset<Readdir>> for ReaddirBuilder<(T0, T1, T2, T3)>
        {
            type Prepared = ::planus::Offset<Readdir>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Readdir> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAsDefault<u64, u64>,
                T2: ::planus::WriteAsDefault<u32, u32>,
                T3: ::planus::WriteAsDefault<bool, bool>,
            > ::planus::WriteAsOptional<::planus::Offset<Readdir>> for ReaddirBuilder<(T0, T1, T2, T3)>
        {
            type Prepared = ::planus::Offset<Readdir>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Readdir>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAsDefault<u64, u64>,
                T2: ::planus::WriteAsDefault<u32, u32>,
                T3: ::planus::WriteAsDefault<bool, bool>,
            > ::planus::WriteAsOffset<Readdir> for ReaddirBuilder<(T0, T1, T2, T3)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Readdir> {
                let (v0, v1, v2, v3) = &self.0;
                Readdir::create(builder, v0, v1, v2, v3)
            }
        }

        /// Reference to a deserialized [Readdir].
        #[derive(Copy, Clone)]
        pub struct ReaddirRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> ReaddirRef<'a> {
            /// Getter for the [`dir` field](Readdir#structfield.dir).
            #[inline]
            pub fn dir(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(0, "Readdir", "dir")?.unwrap_or(0))
            }

            /// Getter for the [`cursor` field](Readdir#structfield.cursor).
            #[inline]
            pub fn cursor(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(1, "Readdir", "cursor")?.unwrap_or(0))
            }

            /// Getter for the [`bytes_max` field](Readdir#structfield.bytes_max).
            #[inline]
            pub fn bytes_max(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(2, "Readdir", "bytes_max")?.unwrap_or(0))
            }

            /// Getter for the [`attributes` field](Readdir#structfield.attributes).
            #[inline]
            pub fn attributes(&self) -> ::planus::Result<bool> {
                ::core::result::Result::Ok(self.0.access(3, "Readdir", "attributes")?.unwrap_or(false))
            }
        }

        impl<'a> ::core::fmt::Debug for ReaddirRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("ReaddirRef");
                f.field("dir", &self.dir());
                f.field("cursor", &self.cursor());
                f.field("bytes_max", &self.bytes_max());
                f.field("attributes", &self.attributes());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<ReaddirRef<'a>> for Readdir {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: ReaddirRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    dir: ::core::convert::TryInto::try_into(value.dir()?)?,
                    cursor: ::core::convert::TryInto::try_into(value.cursor()?)?,
                    bytes_max: ::core::convert::TryInto::try_into(value.bytes_max()?)?,
                    attributes: ::core::convert::TryInto::try_into(value.attributes()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for ReaddirRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for ReaddirRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[ReaddirRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Readdir>> for Readdir {
            type Value = ::planus::Offset<Readdir>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Readdir>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for ReaddirRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[ReaddirRef]", "read_as_root", 0))
            }
        }

        /// The table `Entry` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Table `Entry` in the file `/work/main/protocol/schema/osmia.fbs:180`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct Entry {
            /// The field `name` in the table `Entry`
            pub name: ::core::option::Option<::planus::alloc::vec::Vec<u8>>,
            /// The field `id` in the table `Entry`
            pub id: u64,
            ///  DT_* of readdir(3).
            pub kind: u8,
            ///  Cookie of the entry after this one.
            pub cursor: u64,
            ///  Absent when not asked for, or when the inode is at another shard.
            pub attr: ::core::option::Option<self::Attr>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Entry {
            fn default() -> Self {
                Self {
                    name: ::core::default::Default::default(),
                    id: 0,
                    kind: 0,
                    cursor: 0,
                    attr: ::core::default::Default::default(),
                }
            }
        }

        impl Entry {
            /// Creates a [EntryBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> EntryBuilder<()> {
                EntryBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_name: impl ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                field_id: impl ::planus::WriteAsDefault<u64, u64>,
                field_kind: impl ::planus::WriteAsDefault<u8, u8>,
                field_cursor: impl ::planus::WriteAsDefault<u64, u64>,
                field_attr: impl ::planus::WriteAsOptional<self::Attr>,
            ) -> ::planus::Offset<Self> {
                let prepared_name = field_name.prepare(builder);
                let prepared_id = field_id.prepare(builder, &0);
                let prepared_kind = field_kind.prepare(builder, &0);
                let prepared_cursor = field_cursor.prepare(builder, &0);
                let prepared_attr = field_attr.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<14> =
                    ::core::default::Default::default();
                if prepared_id.is_some() {
                    table_writer.write_entry::<u64>(1);
                }
                if prepared_cursor.is_some() {
                    table_writer.write_entry::<u64>(3);
                }
                if prepared_attr.is_some() {
                    table_writer.write_entry::<self::Attr>(4);
                }
                if prepared_name.is_some() {
                    table_writer.write_entry::<::planus::Offset<[u8]>>(0);
                }
                if prepared_kind.is_some() {
                    table_writer.write_entry::<u8>(2);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_id) = prepared_id {
                            object_writer.write::<_, _, 8>(&prepared_id);
                        }
                        if let ::core::option::Option::Some(prepared_cursor) = prepared_cursor {
                            object_writer.write::<_, _, 8>(&prepared_cursor);
                        }
                        if let ::core::option::Option::Some(prepared_attr) = prepared_attr {
                            object_writer.write::<_, _, 80>(&prepared_attr);
                        }
                        if let ::core::option::Option::Some(prepared_name) = prepared_name {
                            object_writer.write::<_, _, 4>(&prepared_name);
                        }
                        if let ::core::option::Option::Some(prepared_kind) = prepared_kind {
                            object_writer.write::<_, _, 1>(&prepared_kind);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Entry>> for Entry {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Entry> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Entry>> for Entry {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Entry>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Entry> for Entry {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Entry> {
                Entry::create(builder, &self.name, self.id, self.kind, self.cursor, self.attr)
            }
        }

        /// Builder for serializing an instance of the [Entry] type.
        ///
        /// Can be created using the [Entry::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct EntryBuilder<State>(State);

        impl EntryBuilder<()> {
            /// Setter for the [`name` field](Entry#structfield.name).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn name<T0>(self, value: T0) -> EntryBuilder<(T0,)>
            where
                T0: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
            {
                EntryBuilder((value,))
            }

            /// Sets the [`name` field](Entry#structfield.name) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn name_as_null(self) -> EntryBuilder<((),)> {
                self.name(())
            }
        }

        impl<T0> EntryBuilder<(T0,)> {
            /// Setter for the [`id` field](Entry#structfield.id).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn id<T1>(self, value: T1) -> EntryBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u64, u64>,
            {
                let (v0,) = self.0;
                EntryBuilder((v0, value))
            }

            /// Sets the [`id` field](Entry#structfield.id) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn id_as_default(self) -> EntryBuilder<(T0, ::planus::DefaultValue)> {
                self.id(::planus::DefaultValue)
            }
        }

        impl<T0, T1> EntryBuilder<(T0, T1)> {
            /// Setter for the [`kind` field](Entry#structfield.kind).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn kind<T2>(self, value: T2) -> EntryBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<u8, u8>,
            {
                let (v0, v1) = self.0;
                EntryBuilder((v0, v1, value))
            }

            /// Sets the [`kind` field](Entry#structfield.kind) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn kind_as_default(self) -> EntryBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.kind(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> EntryBuilder<(T0, T1, T2)> {
            /// Setter for the [`cursor` field](Entry#structfield.cursor).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn cursor<T3>(self, value: T3) -> EntryBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAsDefault<u64, u64>,
            {
                let (v0, v1, v2) = self.0;
                EntryBuilder((v0, v1, v2, value))
            }

            /// Sets the [`cursor` field](Entry#structfield.cursor) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn cursor_as_default(self) -> EntryBuilder<(T0, T1, T2, ::planus::DefaultValue)> {
                self.cursor(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3> EntryBuilder<(T0, T1, T2, T3)> {
            /// Setter for the [`attr` field](Entry#structfield.attr).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn attr<T4>(self, value: T4) -> EntryBuilder<(T0, T1, T2, T3, T4)>
            where
                T4: ::planus::WriteAsOptional<self::Attr>,
            {
                let (v0, v1, v2, v3) = self.0;
                EntryBuilder((v0, v1, v2, v3, value))
            }

            /// Sets the [`attr` field](Entry#structfield.attr) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn attr_as_null(self) -> EntryBuilder<(T0, T1, T2, T3, ())> {
                self.attr(())
            }
        }

        impl<T0, T1, T2, T3, T4> EntryBuilder<(T0, T1, T2, T3, T4)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Entry].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Entry>
            where
                Self: ::planus::WriteAsOffset<Entry>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                T1: ::planus::WriteAsDefault<u64, u64>,
                T2: ::planus::WriteAsDefault<u8, u8>,
                T3: ::planus::WriteAsDefault<u64, u64>,
                T4: ::planus::WriteAsOptional<self::Attr>,
            > ::planus::WriteAs<::planus::Offset<Entry>> for EntryBuilder<(T0, T1, T2, T3, T4)>
        {
            type Prepared = ::planus::Offset<Entry>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Entry> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                T1: ::planus::WriteAsDefault<u64, u64>,
                T2: ::planus::WriteAsDefault<u8, u8>,
                T3: ::planus::WriteAsDefault<u64, u64>,
                T4: ::planus::WriteAsOptional<self::Attr>,
            > ::planus::WriteAsOptional<::planus::Offset<Entry>> for EntryBuilder<(T0, T1, T2, T3, T4)>
        {
            type Prepared = ::planus::Offset<Entry>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Entry>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                T1: ::planus::WriteAsDefault<u64, u64>,
                T2: ::planus::WriteAsDefault<u8, u8>,
                T3: ::planus::WriteAsDefault<u64, u64>,
                T4: ::planus::WriteAsOptional<self::Attr>,
            > ::planus::WriteAsOffset<Entry> for EntryBuilder<(T0, T1, T2, T3, T4)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Entry> {
                let (v0, v1, v2, v3, v4) = &self.0;
                Entry::create(builder, v0, v1, v2, v3, v4)
            }
        }

        /// Reference to a deserialized [Entry].
        #[derive(Copy, Clone)]
        pub struct EntryRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> EntryRef<'a> {
            /// Getter for the [`name` field](Entry#structfield.name).
            #[inline]
            pub fn name(&self) -> ::planus::Result<::core::option::Option<&'a [u8]>> {
                self.0.access(0, "Entry", "name")
            }

            /// Getter for the [`id` field](Entry#structfield.id).
            #[inline]
            pub fn id(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(1, "Entry", "id")?.unwrap_or(0))
            }

            /// Getter for the [`kind` field](Entry#structfield.kind).
            #[inline]
            pub fn kind(&self) -> ::planus::Result<u8> {
                ::core::result::Result::Ok(self.0.access(2, "Entry", "kind")?.unwrap_or(0))
            }

            /// Getter for the [`cursor` field](Entry#structfield.cursor).
            #[inline]
            pub fn cursor(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(3, "Entry", "cursor")?.unwrap_or(0))
            }

            /// Getter for the [`attr` field](Entry#structfield.attr).
            #[inline]
            pub fn attr(&self) -> ::planus::Result<::core::option::Option<self::AttrRef<'a>>> {
                self.0.access(4, "Entry", "attr")
            }
        }

        impl<'a> ::core::fmt::Debug for EntryRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("EntryRef");
                if let ::core::option::Option::Some(field_name) = self.name().transpose() {
                    f.field("name", &field_name);
                }
                f.field("id", &self.id());
                f.field("kind", &self.kind());
                f.field("cursor", &self.cursor());
                if let ::core::option::Option::Some(field_attr) = self.attr().transpose() {
                    f.field("attr", &field_attr);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<EntryRef<'a>> for Entry {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: EntryRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    name: value.name()?.map(|v| v.to_vec()),
                    id: ::core::convert::TryInto::try_into(value.id()?)?,
                    kind: ::core::convert::TryInto::try_into(value.kind()?)?,
                    cursor: ::core::convert::TryInto::try_into(value.cursor()?)?,
                    attr: value.attr()?.map(::core::convert::Into::into),
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for EntryRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for EntryRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[EntryRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Entry>> for Entry {
            type Value = ::planus::Offset<Entry>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Entry>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for EntryRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[EntryRef]", "read_as_root", 0))
            }
        }

        /// The table `Rename` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Table `Rename` in the file `/work/main/protocol/schema/osmia.fbs:190`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct Rename {
            /// The field `from_dir` in the table `Rename`
            pub from_dir: u64,
            /// The field `from_name` in the table `Rename`
            pub from_name: ::core::option::Option<::planus::alloc::vec::Vec<u8>>,
            /// The field `to_dir` in the table `Rename`
            pub to_dir: u64,
            /// The field `to_name` in the table `Rename`
            pub to_name: ::core::option::Option<::planus::alloc::vec::Vec<u8>>,
            ///  RENAME_* of renameat2(2).
            pub flags: u32,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Rename {
            fn default() -> Self {
                Self {
                    from_dir: 0,
                    from_name: ::core::default::Default::default(),
                    to_dir: 0,
                    to_name: ::core::default::Default::default(),
                    flags: 0,
                }
            }
        }

        impl Rename {
            /// Creates a [RenameBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> RenameBuilder<()> {
                RenameBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_from_dir: impl ::planus::WriteAsDefault<u64, u64>,
                field_from_name: impl ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                field_to_dir: impl ::planus::WriteAsDefault<u64, u64>,
                field_to_name: impl ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                field_flags: impl ::planus::WriteAsDefault<u32, u32>,
            ) -> ::planus::Offset<Self> {
                let prepared_from_dir = field_from_dir.prepare(builder, &0);
                let prepared_from_name = field_from_name.prepare(builder);
                let prepared_to_dir = field_to_dir.prepare(builder, &0);
                let prepared_to_name = field_to_name.prepare(builder);
                let prepared_flags = field_flags.prepare(builder, &0);

                let mut table_writer: ::planus::table_writer::TableWriter<14> =
                    ::core::default::Default::default();
                if prepared_from_dir.is_some() {
                    table_writer.write_entry::<u64>(0);
                }
                if prepared_to_dir.is_some() {
                    table_writer.write_entry::<u64>(2);
                }
                if prepared_from_name.is_some() {
                    table_writer.write_entry::<::planus::Offset<[u8]>>(1);
                }
                if prepared_to_name.is_some() {
                    table_writer.write_entry::<::planus::Offset<[u8]>>(3);
                }
                if prepared_flags.is_some() {
                    table_writer.write_entry::<u32>(4);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_from_dir) = prepared_from_dir {
                            object_writer.write::<_, _, 8>(&prepared_from_dir);
                        }
                        if let ::core::option::Option::Some(prepared_to_dir) = prepared_to_dir {
                            object_writer.write::<_, _, 8>(&prepared_to_dir);
                        }
                        if let ::core::option::Option::Some(prepared_from_name) = prepared_from_name {
                            object_writer.write::<_, _, 4>(&prepared_from_name);
                        }
                        if let ::core::option::Option::Some(prepared_to_name) = prepared_to_name {
                            object_writer.write::<_, _, 4>(&prepared_to_name);
                        }
                        if let ::core::option::Option::Some(prepared_flags) = prepared_flags {
                            object_writer.write::<_, _, 4>(&prepared_flags);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Rename>> for Rename {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Rename> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Rename>> for Rename {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Rename>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Rename> for Rename {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Rename> {
                Rename::create(
                    builder,
                    self.from_dir,
                    &self.from_name,
                    self.to_dir,
                    &self.to_name,
                    self.flags,
                )
            }
        }

        /// Builder for serializing an instance of the [Rename] type.
        ///
        /// Can be created using the [Rename::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct RenameBuilder<State>(State);

        impl RenameBuilder<()> {
            /// Setter for the [`from_dir` field](Rename#structfield.from_dir).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn from_dir<T0>(self, value: T0) -> RenameBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u64, u64>,
            {
                RenameBuilder((value,))
            }

            /// Sets the [`from_dir` field](Rename#structfield.from_dir) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn from_dir_as_default(self) -> RenameBuilder<(::planus::DefaultValue,)> {
                self.from_dir(::planus::DefaultValue)
            }
        }

        impl<T0> RenameBuilder<(T0,)> {
            /// Setter for the [`from_name` field](Rename#structfield.from_name).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn from_name<T1>(self, value: T1) -> RenameBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
            {
                let (v0,) = self.0;
                RenameBuilder((v0, value))
            }

            /// Sets the [`from_name` field](Rename#structfield.from_name) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn from_name_as_null(self) -> RenameBuilder<(T0, ())> {
                self.from_name(())
            }
        }

        impl<T0, T1> RenameBuilder<(T0, T1)> {
            /// Setter for the [`to_dir` field](Rename#structfield.to_dir).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn to_dir<T2>(self, value: T2) -> RenameBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<u64, u64>,
            {
                let (v0, v1) = self.0;
                RenameBuilder((v0, v1, value))
            }

            /// Sets the [`to_dir` field](Rename#structfield.to_dir) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn to_dir_as_default(self) -> RenameBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.to_dir(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> RenameBuilder<(T0, T1, T2)> {
            /// Setter for the [`to_name` field](Rename#structfield.to_name).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn to_name<T3>(self, value: T3) -> RenameBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
            {
                let (v0, v1, v2) = self.0;
                RenameBuilder((v0, v1, v2, value))
            }

            /// Sets the [`to_name` field](Rename#structfield.to_name) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn to_name_as_null(self) -> RenameBuilder<(T0, T1, T2, ())> {
                self.to_name(())
            }
        }

        impl<T0, T1, T2, T3> RenameBuilder<(T0, T1, T2, T3)> {
            /// Setter for the [`flags` field](Rename#structfield.flags).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn flags<T4>(self, value: T4) -> RenameBuilder<(T0, T1, T2, T3, T4)>
            where
                T4: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0, v1, v2, v3) = self.0;
                RenameBuilder((v0, v1, v2, v3, value))
            }

            /// Sets the [`flags` field](Rename#structfield.flags) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn flags_as_default(self) -> RenameBuilder<(T0, T1, T2, T3, ::planus::DefaultValue)> {
                self.flags(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4> RenameBuilder<(T0, T1, T2, T3, T4)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Rename].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Rename>
            where
                Self: ::planus::WriteAsOffset<Rename>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                T2: ::planus::WriteAsDefault<u64, u64>,
                T3: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                T4: ::planus::WriteAsDefault<u32, u32>,
            > ::planus::WriteAs<::planus::Offset<Rename>> for RenameBuilder<(T0, T1, T2, T3, T4)>
        {
            type Prepared = ::planus::Offset<Rename>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Rename> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                T2: ::planus::WriteAsDefault<u64, u64>,
                T3: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                T4: ::planus::WriteAsDefault<u32, u32>,
            > ::planus::WriteAsOptional<::planus::Offset<Rename>> for RenameBuilder<(T0, T1, T2, T3, T4)>
        {
            type Prepared = ::planus::Offset<Rename>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Rename>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                T2: ::planus::WriteAsDefault<u64, u64>,
                T3: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                T4: ::planus::WriteAsDefault<u32, u32>,
            > ::planus::WriteAsOffset<Rename> for RenameBuilder<(T0, T1, T2, T3, T4)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Rename> {
                let (v0, v1, v2, v3, v4) = &self.0;
                Rename::create(builder, v0, v1, v2, v3, v4)
            }
        }

        /// Reference to a deserialized [Rename].
        #[derive(Copy, Clone)]
        pub struct RenameRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> RenameRef<'a> {
            /// Getter for the [`from_dir` field](Rename#structfield.from_dir).
            #[inline]
            pub fn from_dir(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(0, "Rename", "from_dir")?.unwrap_or(0))
            }

            /// Getter for the [`from_name` field](Rename#structfield.from_name).
            #[inline]
            pub fn from_name(&self) -> ::planus::Result<::core::option::Option<&'a [u8]>> {
                self.0.access(1, "Rename", "from_name")
            }

            /// Getter for the [`to_dir` field](Rename#structfield.to_dir).
            #[inline]
            pub fn to_dir(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(2, "Rename", "to_dir")?.unwrap_or(0))
            }

            /// Getter for the [`to_name` field](Rename#structfield.to_name).
            #[inline]
            pub fn to_name(&self) -> ::planus::Result<::core::option::Option<&'a [u8]>> {
                self.0.access(3, "Rename", "to_name")
            }

            /// Getter for the [`flags` field](Rename#structfield.flags).
            #[inline]
            pub fn flags(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(4, "Rename", "flags")?.unwrap_or(0))
            }
        }

        impl<'a> ::core::fmt::Debug for RenameRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("RenameRef");
                f.field("from_dir", &self.from_dir());
                if let ::core::option::Option::Some(field_from_name) = self.from_name().transpose() {
                    f.field("from_name", &field_from_name);
                }
                f.field("to_dir", &self.to_dir());
                if let ::core::option::Option::Some(field_to_name) = self.to_name().transpose() {
                    f.field("to_name", &field_to_name);
                }
                f.field("flags", &self.flags());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<RenameRef<'a>> for Rename {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: RenameRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    from_dir: ::core::convert::TryInto::try_into(value.from_dir()?)?,
                    from_name: value.from_name()?.map(|v| v.to_vec()),
                    to_dir: ::core::convert::TryInto::try_into(value.to_dir()?)?,
                    to_name: value.to_name()?.map(|v| v.to_vec()),
                    flags: ::core::convert::TryInto::try_into(value.flags()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for RenameRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for RenameRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[RenameRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Rename>> for Rename {
            type Value = ::planus::Offset<Rename>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Rename>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for RenameRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[RenameRef]", "read_as_root", 0))
            }
        }

        /// The table `Statfs` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Table `Statfs` in the file `/work/main/protocol/schema/osmia.fbs:198`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct Statfs {}

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Statfs {
            fn default() -> Self {
                Self {}
            }
        }

        impl Statfs {
            /// Creates a [StatfsBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> StatfsBuilder<()> {
                StatfsBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(builder: &mut ::planus::Builder) -> ::planus::Offset<Self> {
                let table_writer: ::planus::table_writer::TableWriter<4> =
                    ::core::default::Default::default();
                unsafe {
                    table_writer.finish(builder, |_table_writer| {});
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Statfs>> for Statfs {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Statfs> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Statfs>> for Statfs {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Statfs>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Statfs> for Statfs {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Statfs> {
                Statfs::create(builder)
            }
        }

        /// Builder for serializing an instance of the [Statfs] type.
        ///
        /// Can be created using the [Statfs::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct StatfsBuilder<State>(State);

        impl StatfsBuilder<()> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Statfs].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Statfs>
            where
                Self: ::planus::WriteAsOffset<Statfs>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Statfs>> for StatfsBuilder<()> {
            type Prepared = ::planus::Offset<Statfs>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Statfs> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Statfs>> for StatfsBuilder<()> {
            type Prepared = ::planus::Offset<Statfs>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Statfs>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Statfs> for StatfsBuilder<()> {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Statfs> {
                Statfs::create(builder)
            }
        }

        /// Reference to a deserialized [Statfs].
        #[derive(Copy, Clone)]
        pub struct StatfsRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> StatfsRef<'a> {}

        impl<'a> ::core::fmt::Debug for StatfsRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("StatfsRef");

                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<StatfsRef<'a>> for Statfs {
            type Error = ::planus::Error;

            fn try_from(_value: StatfsRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {})
            }
        }

        impl<'a> ::planus::TableRead<'a> for StatfsRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for StatfsRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[StatfsRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Statfs>> for Statfs {
            type Value = ::planus::Offset<Statfs>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Statfs>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for StatfsRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[StatfsRef]", "read_as_root", 0))
            }
        }

        ///  Placement of directories made below `at` later, docs/placement.md; an empty `set` asks.
        ///
        /// Generated from these locations:
        /// * Table `Placement` in the file `/work/main/protocol/schema/osmia.fbs:200`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct Placement {
            /// The field `at` in the table `Placement`
            pub at: ::core::option::Option<::planus::alloc::boxed::Box<self::Where>>,
            /// The field `set` in the table `Placement`
            pub set: ::core::option::Option<::planus::alloc::string::String>,
            /// The field `inherit` in the table `Placement`
            pub inherit: u32,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Placement {
            fn default() -> Self {
                Self {
                    at: ::core::default::Default::default(),
                    set: ::core::default::Default::default(),
                    inherit: 0,
                }
            }
        }

        impl Placement {
            /// Creates a [PlacementBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> PlacementBuilder<()> {
                PlacementBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_at: impl ::planus::WriteAsOptional<::planus::Offset<self::Where>>,
                field_set: impl ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                field_inherit: impl ::planus::WriteAsDefault<u32, u32>,
            ) -> ::planus::Offset<Self> {
                let prepared_at = field_at.prepare(builder);
                let prepared_set = field_set.prepare(builder);
                let prepared_inherit = field_inherit.prepare(builder, &0);

                let mut table_writer: ::planus::table_writer::TableWriter<10> =
                    ::core::default::Default::default();
                if prepared_at.is_some() {
                    table_writer.write_entry::<::planus::Offset<self::Where>>(0);
                }
                if prepared_set.is_some() {
                    table_writer.write_entry::<::planus::Offset<str>>(1);
                }
                if prepared_inherit.is_some() {
                    table_writer.write_entry::<u32>(2);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_at) = prepared_at {
                            object_writer.write::<_, _, 4>(&prepared_at);
                        }
                        if let ::core::option::Option::Some(prepared_set) = prepared_set {
                            object_writer.write::<_, _, 4>(&prepared_set);
                        }
                        if let ::core::option::Option::Some(prepared_inherit) = prepared_inherit {
                            object_writer.write::<_, _, 4>(&prepared_inherit);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Placement>> for Placement {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Placement> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Placement>> for Placement {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Placement>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Placement> for Placement {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Placement> {
                Placement::create(builder, &self.at, &self.set, self.inherit)
            }
        }

        /// Builder for serializing an instance of the [Placement] type.
        ///
        /// Can be created using the [Placement::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct PlacementBuilder<State>(State);

        impl PlacementBuilder<()> {
            /// Setter for the [`at` field](Placement#structfield.at).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn at<T0>(self, value: T0) -> PlacementBuilder<(T0,)>
            where
                T0: ::planus::WriteAsOptional<::planus::Offset<self::Where>>,
            {
                PlacementBuilder((value,))
            }

            /// Sets the [`at` field](Placement#structfield.at) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn at_as_null(self) -> PlacementBuilder<((),)> {
                self.at(())
            }
        }

        impl<T0> PlacementBuilder<(T0,)> {
            /// Setter for the [`set` field](Placement#structfield.set).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn set<T1>(self, value: T1) -> PlacementBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            {
                let (v0,) = self.0;
                PlacementBuilder((v0, value))
            }

            /// Sets the [`set` field](Placement#structfield.set) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn set_as_null(self) -> PlacementBuilder<(T0, ())> {
                self.set(())
            }
        }

        impl<T0, T1> PlacementBuilder<(T0, T1)> {
            /// Setter for the [`inherit` field](Placement#structfield.inherit).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn inherit<T2>(self, value: T2) -> PlacementBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0, v1) = self.0;
                PlacementBuilder((v0, v1, value))
            }

            /// Sets the [`inherit` field](Placement#structfield.inherit) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn inherit_as_default(self) -> PlacementBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.inherit(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> PlacementBuilder<(T0, T1, T2)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Placement].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Placement>
            where
                Self: ::planus::WriteAsOffset<Placement>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<::planus::Offset<self::Where>>,
                T1: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                T2: ::planus::WriteAsDefault<u32, u32>,
            > ::planus::WriteAs<::planus::Offset<Placement>> for PlacementBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<Placement>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Placement> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<::planus::Offset<self::Where>>,
                T1: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                T2: ::planus::WriteAsDefault<u32, u32>,
            > ::planus::WriteAsOptional<::planus::Offset<Placement>> for PlacementBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<Placement>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Placement>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<::planus::Offset<self::Where>>,
                T1: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                T2: ::planus::WriteAsDefault<u32, u32>,
            > ::planus::WriteAsOffset<Placement> for PlacementBuilder<(T0, T1, T2)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Placement> {
                let (v0, v1, v2) = &self.0;
                Placement::create(builder, v0, v1, v2)
            }
        }

        /// Reference to a deserialized [Placement].
        #[derive(Copy, Clone)]
        pub struct PlacementRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> PlacementRef<'a> {
            /// Getter for the [`at` field](Placement#structfield.at).
            #[inline]
            pub fn at(&self) -> ::planus::Result<::core::option::Option<self::WhereRef<'a>>> {
                self.0.access(0, "Placement", "at")
            }

            /// Getter for the [`set` field](Placement#structfield.set).
            #[inline]
            pub fn set(&self) -> ::planus::Result<::core::option::Option<&'a ::core::primitive::str>> {
                self.0.access(1, "Placement", "set")
            }

            /// Getter for the [`inherit` field](Placement#structfield.inherit).
            #[inline]
            pub fn inherit(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(2, "Placement", "inherit")?.unwrap_or(0))
            }
        }

        impl<'a> ::core::fmt::Debug for PlacementRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("PlacementRef");
                if let ::core::option::Option::Some(field_at) = self.at().transpose() {
                    f.field("at", &field_at);
                }
                if let ::core::option::Option::Some(field_set) = self.set().transpose() {
                    f.field("set", &field_set);
                }
                f.field("inherit", &self.inherit());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<PlacementRef<'a>> for Placement {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: PlacementRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    at: if let ::core::option::Option::Some(at) = value.at()? {
                        ::core::option::Option::Some(::planus::alloc::boxed::Box::new(
                            ::core::convert::TryInto::try_into(at)?,
                        ))
                    } else {
                        ::core::option::Option::None
                    },
                    set: value.set()?.map(::core::convert::Into::into),
                    inherit: ::core::convert::TryInto::try_into(value.inherit()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for PlacementRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for PlacementRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[PlacementRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Placement>> for Placement {
            type Value = ::planus::Offset<Placement>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Placement>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for PlacementRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[PlacementRef]", "read_as_root", 0))
            }
        }

        ///  Replies once all that this shard has answered before is durable.
        ///
        /// Generated from these locations:
        /// * Table `SyncAll` in the file `/work/main/protocol/schema/osmia.fbs:202`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct SyncAll {}

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for SyncAll {
            fn default() -> Self {
                Self {}
            }
        }

        impl SyncAll {
            /// Creates a [SyncAllBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> SyncAllBuilder<()> {
                SyncAllBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(builder: &mut ::planus::Builder) -> ::planus::Offset<Self> {
                let table_writer: ::planus::table_writer::TableWriter<4> =
                    ::core::default::Default::default();
                unsafe {
                    table_writer.finish(builder, |_table_writer| {});
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<SyncAll>> for SyncAll {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<SyncAll> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<SyncAll>> for SyncAll {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<SyncAll>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<SyncAll> for SyncAll {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<SyncAll> {
                SyncAll::create(builder)
            }
        }

        /// Builder for serializing an instance of the [SyncAll] type.
        ///
        /// Can be created using the [SyncAll::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct SyncAllBuilder<State>(State);

        impl SyncAllBuilder<()> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [SyncAll].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<SyncAll>
            where
                Self: ::planus::WriteAsOffset<SyncAll>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl ::planus::WriteAs<::planus::Offset<SyncAll>> for SyncAllBuilder<()> {
            type Prepared = ::planus::Offset<SyncAll>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<SyncAll> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<SyncAll>> for SyncAllBuilder<()> {
            type Prepared = ::planus::Offset<SyncAll>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<SyncAll>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<SyncAll> for SyncAllBuilder<()> {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<SyncAll> {
                SyncAll::create(builder)
            }
        }

        /// Reference to a deserialized [SyncAll].
        #[derive(Copy, Clone)]
        pub struct SyncAllRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> SyncAllRef<'a> {}

        impl<'a> ::core::fmt::Debug for SyncAllRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("SyncAllRef");

                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<SyncAllRef<'a>> for SyncAll {
            type Error = ::planus::Error;

            fn try_from(_value: SyncAllRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {})
            }
        }

        impl<'a> ::planus::TableRead<'a> for SyncAllRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for SyncAllRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[SyncAllRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<SyncAll>> for SyncAll {
            type Value = ::planus::Offset<SyncAll>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<SyncAll>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for SyncAllRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[SyncAllRef]", "read_as_root", 0))
            }
        }

        ///  The client gives back leases: its answer to `Recall`.
        ///
        /// Generated from these locations:
        /// * Table `LeaseReturn` in the file `/work/main/protocol/schema/osmia.fbs:204`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct LeaseReturn {
            /// The field `dirs` in the table `LeaseReturn`
            pub dirs: ::core::option::Option<::planus::alloc::vec::Vec<u64>>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for LeaseReturn {
            fn default() -> Self {
                Self { dirs: ::core::default::Default::default() }
            }
        }

        impl LeaseReturn {
            /// Creates a [LeaseReturnBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> LeaseReturnBuilder<()> {
                LeaseReturnBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_dirs: impl ::planus::WriteAsOptional<::planus::Offset<[u64]>>,
            ) -> ::planus::Offset<Self> {
                let prepared_dirs = field_dirs.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<6> =
                    ::core::default::Default::default();
                if prepared_dirs.is_some() {
                    table_writer.write_entry::<::planus::Offset<[u64]>>(0);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_dirs) = prepared_dirs {
                            object_writer.write::<_, _, 4>(&prepared_dirs);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<LeaseReturn>> for LeaseReturn {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<LeaseReturn> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<LeaseReturn>> for LeaseReturn {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<LeaseReturn>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<LeaseReturn> for LeaseReturn {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<LeaseReturn> {
                LeaseReturn::create(builder, &self.dirs)
            }
        }

        /// Builder for serializing an instance of the [LeaseReturn] type.
        ///
        /// Can be created using the [LeaseReturn::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct LeaseReturnBuilder<State>(State);

        impl LeaseReturnBuilder<()> {
            /// Setter for the [`dirs` field](LeaseReturn#structfield.dirs).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn dirs<T0>(self, value: T0) -> LeaseReturnBuilder<(T0,)>
            where
                T0: ::planus::WriteAsOptional<::planus::Offset<[u64]>>,
            {
                LeaseReturnBuilder((value,))
            }

            /// Sets the [`dirs` field](LeaseReturn#structfield.dirs) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn dirs_as_null(self) -> LeaseReturnBuilder<((),)> {
                self.dirs(())
            }
        }

        impl<T0> LeaseReturnBuilder<(T0,)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [LeaseReturn].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<LeaseReturn>
            where
                Self: ::planus::WriteAsOffset<LeaseReturn>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptional<::planus::Offset<[u64]>>>
            ::planus::WriteAs<::planus::Offset<LeaseReturn>> for LeaseReturnBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<LeaseReturn>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<LeaseReturn> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptional<::planus::Offset<[u64]>>>
            ::planus::WriteAsOptional<::planus::Offset<LeaseReturn>> for LeaseReturnBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<LeaseReturn>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<LeaseReturn>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAsOptional<::planus::Offset<[u64]>>> ::planus::WriteAsOffset<LeaseReturn>
            for LeaseReturnBuilder<(T0,)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<LeaseReturn> {
                let (v0,) = &self.0;
                LeaseReturn::create(builder, v0)
            }
        }

        /// Reference to a deserialized [LeaseReturn].
        #[derive(Copy, Clone)]
        pub struct LeaseReturnRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> LeaseReturnRef<'a> {
            /// Getter for the [`dirs` field](LeaseReturn#structfield.dirs).
            #[inline]
            pub fn dirs(&self) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, u64>>> {
                self.0.access(0, "LeaseReturn", "dirs")
            }
        }

        impl<'a> ::core::fmt::Debug for LeaseReturnRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("LeaseReturnRef");
                if let ::core::option::Option::Some(field_dirs) = self.dirs().transpose() {
                    f.field("dirs", &field_dirs);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<LeaseReturnRef<'a>> for LeaseReturn {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: LeaseReturnRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    dirs: if let ::core::option::Option::Some(dirs) = value.dirs()? {
                        ::core::option::Option::Some(dirs.to_vec()?)
                    } else {
                        ::core::option::Option::None
                    },
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for LeaseReturnRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for LeaseReturnRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[LeaseReturnRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<LeaseReturn>> for LeaseReturn {
            type Value = ::planus::Offset<LeaseReturn>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<LeaseReturn>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for LeaseReturnRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[LeaseReturnRef]", "read_as_root", 0))
            }
        }

        ///  The walk goes on at the owner of directory `dir`, with the path from byte `consumed` on.
        ///
        /// Generated from these locations:
        /// * Table `ContinueAt` in the file `/work/main/protocol/schema/osmia.fbs:209`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct ContinueAt {
            /// The field `dir` in the table `ContinueAt`
            pub dir: u64,
            /// The field `consumed` in the table `ContinueAt`
            pub consumed: u32,
            /// The field `walked` in the table `ContinueAt`
            pub walked: ::core::option::Option<::planus::alloc::vec::Vec<self::Walked>>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for ContinueAt {
            fn default() -> Self {
                Self { dir: 0, consumed: 0, walked: ::core::default::Default::default() }
            }
        }

        impl ContinueAt {
            /// Creates a [ContinueAtBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> ContinueAtBuilder<()> {
                ContinueAtBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_dir: impl ::planus::WriteAsDefault<u64, u64>,
                field_consumed: impl ::planus::WriteAsDefault<u32, u32>,
                field_walked: impl ::planus::WriteAsOptional<::planus::Offset<[self::Walked]>>,
            ) -> ::planus::Offset<Self> {
                let prepared_dir = field_dir.prepare(builder, &0);
                let prepared_consumed = field_consumed.prepare(builder, &0);
                let prepared_walked = field_walked.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<10> =
                    ::core::default::Default::default();
                if prepared_dir.is_some() {
                    table_writer.write_entry::<u64>(0);
                }
                if prepared_consumed.is_some() {
                    table_writer.write_entry::<u32>(1);
                }
                if prepared_walked.is_some() {
                    table_writer.write_entry::<::planus::Offset<[self::Walked]>>(2);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_dir) = prepared_dir {
                            object_writer.write::<_, _, 8>(&prepared_dir);
                        }
                        if let ::core::option::Option::Some(prepared_consumed) = prepared_consumed {
                            object_writer.write::<_, _, 4>(&prepared_consumed);
                        }
                        if let ::core::option::Option::Some(prepared_walked) = prepared_walked {
                            object_writer.write::<_, _, 4>(&prepared_walked);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<ContinueAt>> for ContinueAt {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ContinueAt> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<ContinueAt>> for ContinueAt {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<ContinueAt>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<ContinueAt> for ContinueAt {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ContinueAt> {
                ContinueAt::create(builder, self.dir, self.consumed, &self.walked)
            }
        }

        /// Builder for serializing an instance of the [ContinueAt] type.
        ///
        /// Can be created using the [ContinueAt::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct ContinueAtBuilder<State>(State);

        impl ContinueAtBuilder<()> {
            /// Setter for the [`dir` field](ContinueAt#structfield.dir).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn dir<T0>(self, value: T0) -> ContinueAtBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u64, u64>,
            {
                ContinueAtBuilder((value,))
            }

            /// Sets the [`dir` field](ContinueAt#structfield.dir) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn dir_as_default(self) -> ContinueAtBuilder<(::planus::DefaultValue,)> {
                self.dir(::planus::DefaultValue)
            }
        }

        impl<T0> ContinueAtBuilder<(T0,)> {
            /// Setter for the [`consumed` field](ContinueAt#structfield.consumed).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn consumed<T1>(self, value: T1) -> ContinueAtBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0,) = self.0;
                ContinueAtBuilder((v0, value))
            }

            /// Sets the [`consumed` field](ContinueAt#structfield.consumed) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn consumed_as_default(self) -> ContinueAtBuilder<(T0, ::planus::DefaultValue)> {
                self.consumed(::planus::DefaultValue)
            }
        }

        impl<T0, T1> ContinueAtBuilder<(T0, T1)> {
            /// Setter for the [`walked` field](ContinueAt#structfield.walked).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn walked<T2>(self, value: T2) -> ContinueAtBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsOptional<::planus::Offset<[self::Walked]>>,
            {
                let (v0, v1) = self.0;
                ContinueAtBuilder((v0, v1, value))
            }

            /// Sets the [`walked` field](ContinueAt#structfield.walked) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn walked_as_null(self) -> ContinueAtBuilder<(T0, T1, ())> {
                self.walked(())
            }
        }

        impl<T0, T1, T2> ContinueAtBuilder<(T0, T1, T2)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [ContinueAt].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<ContinueAt>
            where
                Self: ::planus::WriteAsOffset<ContinueAt>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAsDefault<u32, u32>,
                T2: ::planus::WriteAsOptional<::planus::Offset<[self::Walked]>>,
            > ::planus::WriteAs<::planus::Offset<ContinueAt>> for ContinueAtBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<ContinueAt>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ContinueAt> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAsDefault<u32, u32>,
                T2: ::planus::WriteAsOptional<::planus::Offset<[self::Walked]>>,
            > ::planus::WriteAsOptional<::planus::Offset<ContinueAt>> for ContinueAtBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<ContinueAt>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<ContinueAt>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAsDefault<u32, u32>,
                T2: ::planus::WriteAsOptional<::planus::Offset<[self::Walked]>>,
            > ::planus::WriteAsOffset<ContinueAt> for ContinueAtBuilder<(T0, T1, T2)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ContinueAt> {
                let (v0, v1, v2) = &self.0;
                ContinueAt::create(builder, v0, v1, v2)
            }
        }

        /// Reference to a deserialized [ContinueAt].
        #[derive(Copy, Clone)]
        pub struct ContinueAtRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> ContinueAtRef<'a> {
            /// Getter for the [`dir` field](ContinueAt#structfield.dir).
            #[inline]
            pub fn dir(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(0, "ContinueAt", "dir")?.unwrap_or(0))
            }

            /// Getter for the [`consumed` field](ContinueAt#structfield.consumed).
            #[inline]
            pub fn consumed(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(1, "ContinueAt", "consumed")?.unwrap_or(0))
            }

            /// Getter for the [`walked` field](ContinueAt#structfield.walked).
            #[inline]
            pub fn walked(
                &self,
            ) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, self::WalkedRef<'a>>>>
            {
                self.0.access(2, "ContinueAt", "walked")
            }
        }

        impl<'a> ::core::fmt::Debug for ContinueAtRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("ContinueAtRef");
                f.field("dir", &self.dir());
                f.field("consumed", &self.consumed());
                if let ::core::option::Option::Some(field_walked) = self.walked().transpose() {
                    f.field("walked", &field_walked);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<ContinueAtRef<'a>> for ContinueAt {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: ContinueAtRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    dir: ::core::convert::TryInto::try_into(value.dir()?)?,
                    consumed: ::core::convert::TryInto::try_into(value.consumed()?)?,
                    walked: if let ::core::option::Option::Some(walked) = value.walked()? {
                        ::core::option::Option::Some(walked.to_vec()?)
                    } else {
                        ::core::option::Option::None
                    },
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for ContinueAtRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for ContinueAtRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[ContinueAtRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<ContinueAt>> for ContinueAt {
            type Value = ::planus::Offset<ContinueAt>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<ContinueAt>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for ContinueAtRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[ContinueAtRef]", "read_as_root", 0))
            }
        }

        /// The table `AttrOk` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Table `AttrOk` in the file `/work/main/protocol/schema/osmia.fbs:214`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct AttrOk {
            /// The field `attr` in the table `AttrOk`
            pub attr: ::core::option::Option<self::Attr>,
            /// The field `stripes` in the table `AttrOk`
            pub stripes: ::core::option::Option<::planus::alloc::boxed::Box<self::StripeLayout>>,
            ///  Fragment that holds the dentry, for a handle.
            pub dir: u64,
            /// The field `walked` in the table `AttrOk`
            pub walked: ::core::option::Option<::planus::alloc::vec::Vec<self::Walked>>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for AttrOk {
            fn default() -> Self {
                Self {
                    attr: ::core::default::Default::default(),
                    stripes: ::core::default::Default::default(),
                    dir: 0,
                    walked: ::core::default::Default::default(),
                }
            }
        }

        impl AttrOk {
            /// Creates a [AttrOkBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> AttrOkBuilder<()> {
                AttrOkBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_attr: impl ::planus::WriteAsOptional<self::Attr>,
                field_stripes: impl ::planus::WriteAsOptional<::planus::Offset<self::StripeLayout>>,
                field_dir: impl ::planus::WriteAsDefault<u64, u64>,
                field_walked: impl ::planus::WriteAsOptional<::planus::Offset<[self::Walked]>>,
            ) -> ::planus::Offset<Self> {
                let prepared_attr = field_attr.prepare(builder);
                let prepared_stripes = field_stripes.prepare(builder);
                let prepared_dir = field_dir.prepare(builder, &0);
                let prepared_walked = field_walked.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<12> =
                    ::core::default::Default::default();
                if prepared_attr.is_some() {
                    table_writer.write_entry::<self::Attr>(0);
                }
                if prepared_dir.is_some() {
                    table_writer.write_entry::<u64>(2);
                }
                if prepared_stripes.is_some() {
                    table_writer.write_entry::<::planus::Offset<self::StripeLayout>>(1);
                }
                if prepared_walked.is_some() {
                    table_writer.write_entry::<::planus::Offset<[self::Walked]>>(3);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_attr) = prepared_attr {
                            object_writer.write::<_, _, 80>(&prepared_attr);
                        }
                        if let ::core::option::Option::Some(prepared_dir) = prepared_dir {
                            object_writer.write::<_, _, 8>(&prepared_dir);
                        }
                        if let ::core::option::Option::Some(prepared_stripes) = prepared_stripes {
                            object_writer.write::<_, _, 4>(&prepared_stripes);
                        }
                        if let ::core::option::Option::Some(prepared_walked) = prepared_walked {
                            object_writer.write::<_, _, 4>(&prepared_walked);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<AttrOk>> for AttrOk {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<AttrOk> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<AttrOk>> for AttrOk {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<AttrOk>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<AttrOk> for AttrOk {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<AttrOk> {
                AttrOk::create(builder, self.attr, &self.stripes, self.dir, &self.walked)
            }
        }

        /// Builder for serializing an instance of the [AttrOk] type.
        ///
        /// Can be created using the [AttrOk::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct AttrOkBuilder<State>(State);

        impl AttrOkBuilder<()> {
            /// Setter for the [`attr` field](AttrOk#structfield.attr).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn attr<T0>(self, value: T0) -> AttrOkBuilder<(T0,)>
            where
                T0: ::planus::WriteAsOptional<self::Attr>,
            {
                AttrOkBuilder((value,))
            }

            /// Sets the [`attr` field](AttrOk#structfield.attr) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn attr_as_null(self) -> AttrOkBuilder<((),)> {
                self.attr(())
            }
        }

        impl<T0> AttrOkBuilder<(T0,)> {
            /// Setter for the [`stripes` field](AttrOk#structfield.stripes).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn stripes<T1>(self, value: T1) -> AttrOkBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsOptional<::planus::Offset<self::StripeLayout>>,
            {
                let (v0,) = self.0;
                AttrOkBuilder((v0, value))
            }

            /// Sets the [`stripes` field](AttrOk#structfield.stripes) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn stripes_as_null(self) -> AttrOkBuilder<(T0, ())> {
                self.stripes(())
            }
        }

        impl<T0, T1> AttrOkBuilder<(T0, T1)> {
            /// Setter for the [`dir` field](AttrOk#structfield.dir).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn dir<T2>(self, value: T2) -> AttrOkBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<u64, u64>,
            {
                let (v0, v1) = self.0;
                AttrOkBuilder((v0, v1, value))
            }

            /// Sets the [`dir` field](AttrOk#structfield.dir) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn dir_as_default(self) -> AttrOkBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.dir(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> AttrOkBuilder<(T0, T1, T2)> {
            /// Setter for the [`walked` field](AttrOk#structfield.walked).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn walked<T3>(self, value: T3) -> AttrOkBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAsOptional<::planus::Offset<[self::Walked]>>,
            {
                let (v0, v1, v2) = self.0;
                AttrOkBuilder((v0, v1, v2, value))
            }

            /// Sets the [`walked` field](AttrOk#structfield.walked) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn walked_as_null(self) -> AttrOkBuilder<(T0, T1, T2, ())> {
                self.walked(())
            }
        }

        impl<T0, T1, T2, T3> AttrOkBuilder<(T0, T1, T2, T3)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [AttrOk].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<AttrOk>
            where
                Self: ::planus::WriteAsOffset<AttrOk>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<self::Attr>,
                T1: ::planus::WriteAsOptional<::planus::Offset<self::StripeLayout>>,
                T2: ::planus::WriteAsDefault<u64, u64>,
                T3: ::planus::WriteAsOptional<::planus::Offset<[self::Walked]>>,
            > ::planus::WriteAs<::planus::Offset<AttrOk>> for AttrOkBuilder<(T0, T1, T2, T3)>
        {
            type Prepared = ::planus::Offset<AttrOk>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<AttrOk> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<self::Attr>,
                T1: ::planus::WriteAsOptional<::planus::Offset<self::StripeLayout>>,
                T2: ::planus::WriteAsDefault<u64, u64>,
                T3: ::planus::WriteAsOptional<::planus::Offset<[self::Walked]>>,
            > ::planus::WriteAsOptional<::planus::Offset<AttrOk>> for AttrOkBuilder<(T0, T1, T2, T3)>
        {
            type Prepared = ::planus::Offset<AttrOk>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<AttrOk>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<self::Attr>,
                T1: ::planus::WriteAsOptional<::planus::Offset<self::StripeLayout>>,
                T2: ::planus::WriteAsDefault<u64, u64>,
                T3: ::planus::WriteAsOptional<::planus::Offset<[self::Walked]>>,
            > ::planus::WriteAsOffset<AttrOk> for AttrOkBuilder<(T0, T1, T2, T3)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<AttrOk> {
                let (v0, v1, v2, v3) = &self.0;
                AttrOk::create(builder, v0, v1, v2, v3)
            }
        }

        /// Reference to a deserialized [AttrOk].
        #[derive(Copy, Clone)]
        pub struct AttrOkRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> AttrOkRef<'a> {
            /// Getter for the [`attr` field](AttrOk#structfield.attr).
            #[inline]
            pub fn attr(&self) -> ::planus::Result<::core::option::Option<self::AttrRef<'a>>> {
                self.0.access(0, "AttrOk", "attr")
            }

            /// Getter for the [`stripes` field](AttrOk#structfield.stripes).
            #[inline]
            pub fn stripes(&self) -> ::planus::Result<::core::option::Option<self::StripeLayoutRef<'a>>> {
                self.0.access(1, "AttrOk", "stripes")
            }

            /// Getter for the [`dir` field](AttrOk#structfield.dir).
            #[inline]
            pub fn dir(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(2, "AttrOk", "dir")?.unwrap_or(0))
            }

            /// Getter for the [`walked` field](AttrOk#structfield.walked).
            #[inline]
            pub fn walked(
                &self,
            ) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, self::WalkedRef<'a>>>>
            {
                self.0.access(3, "AttrOk", "walked")
            }
        }

        impl<'a> ::core::fmt::Debug for AttrOkRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("AttrOkRef");
                if let ::core::option::Option::Some(field_attr) = self.attr().transpose() {
                    f.field("attr", &field_attr);
                }
                if let ::core::option::Option::Some(field_stripes) = self.stripes().transpose() {
                    f.field("stripes", &field_stripes);
                }
                f.field("dir", &self.dir());
                if let ::core::option::Option::Some(field_walked) = self.walked().transpose() {
                    f.field("walked", &field_walked);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<AttrOkRef<'a>> for AttrOk {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: AttrOkRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    attr: value.attr()?.map(::core::convert::Into::into),
                    stripes: if let ::core::option::Option::Some(stripes) = value.stripes()? {
                        ::core::option::Option::Some(::planus::alloc::boxed::Box::new(
                            ::core::convert::TryInto::try_into(stripes)?,
                        ))
                    } else {
                        ::core::option::Option::None
                    },
                    dir: ::core::convert::TryInto::try_into(value.dir()?)?,
                    walked: if let ::core::option::Option::Some(walked) = value.walked()? {
                        ::core::option::Option::Some(walked.to_vec()?)
                    } else {
                        ::core::option::Option::None
                    },
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for AttrOkRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for AttrOkRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[AttrOkRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<AttrOk>> for AttrOk {
            type Value = ::planus::Offset<AttrOk>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<AttrOk>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for AttrOkRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[AttrOkRef]", "read_as_root", 0))
            }
        }

        /// The table `OpenOk` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Table `OpenOk` in the file `/work/main/protocol/schema/osmia.fbs:221`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct OpenOk {
            /// The field `open` in the table `OpenOk`
            pub open: u64,
            /// The field `created` in the table `OpenOk`
            pub created: bool,
            /// The field `attr` in the table `OpenOk`
            pub attr: ::core::option::Option<self::Attr>,
            /// The field `stripes` in the table `OpenOk`
            pub stripes: ::core::option::Option<::planus::alloc::boxed::Box<self::StripeLayout>>,
            /// The field `dir` in the table `OpenOk`
            pub dir: u64,
            /// The field `walked` in the table `OpenOk`
            pub walked: ::core::option::Option<::planus::alloc::vec::Vec<self::Walked>>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for OpenOk {
            fn default() -> Self {
                Self {
                    open: 0,
                    created: false,
                    attr: ::core::default::Default::default(),
                    stripes: ::core::default::Default::default(),
                    dir: 0,
                    walked: ::core::default::Default::default(),
                }
            }
        }

        impl OpenOk {
            /// Creates a [OpenOkBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> OpenOkBuilder<()> {
                OpenOkBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_open: impl ::planus::WriteAsDefault<u64, u64>,
                field_created: impl ::planus::WriteAsDefault<bool, bool>,
                field_attr: impl ::planus::WriteAsOptional<self::Attr>,
                field_stripes: impl ::planus::WriteAsOptional<::planus::Offset<self::StripeLayout>>,
                field_dir: impl ::planus::WriteAsDefault<u64, u64>,
                field_walked: impl ::planus::WriteAsOptional<::planus::Offset<[self::Walked]>>,
            ) -> ::planus::Offset<Self> {
                let prepared_open = field_open.prepare(builder, &0);
                let prepared_created = field_created.prepare(builder, &false);
                let prepared_attr = field_attr.prepare(builder);
                let prepared_stripes = field_stripes.prepare(builder);
                let prepared_dir = field_dir.prepare(builder, &0);
                let prepared_walked = field_walked.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<16> =
                    ::core::default::Default::default();
                if prepared_open.is_some() {
                    table_writer.write_entry::<u64>(0);
                }
                if prepared_attr.is_some() {
                    table_writer.write_entry::<self::Attr>(2);
                }
                if prepared_dir.is_some() {
                    table_writer.write_entry::<u64>(4);
                }
                if prepared_stripes.is_some() {
                    table_writer.write_entry::<::planus::Offset<self::StripeLayout>>(3);
                }
                if prepared_walked.is_some() {
                    table_writer.write_entry::<::planus::Offset<[self::Walked]>>(5);
                }
                if prepared_created.is_some() {
                    table_writer.write_entry::<bool>(1);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_open) = prepared_open {
                            object_writer.write::<_, _, 8>(&prepared_open);
                        }
                        if let ::core::option::Option::Some(prepared_attr) = prepared_attr {
                            object_writer.write::<_, _, 80>(&prepared_attr);
                        }
                        if let ::core::option::Option::Some(prepared_dir) = prepared_dir {
                            object_writer.write::<_, _, 8>(&prepared_dir);
                        }
                        if let ::core::option::Option::Some(prepared_stripes) = prepared_stripes {
                            object_writer.write::<_, _, 4>(&prepared_stripes);
                        }
                        if let ::core::option::Option::Some(prepared_walked) = prepared_walked {
                            object_writer.write::<_, _, 4>(&prepared_walked);
                        }
                        if let ::core::option::Option::Some(prepared_created) = prepared_created {
                            object_writer.write::<_, _, 1>(&prepared_created);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<OpenOk>> for OpenOk {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<OpenOk> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<OpenOk>> for OpenOk {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<OpenOk>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<OpenOk> for OpenOk {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<OpenOk> {
                OpenOk::create(
                    builder,
                    self.open,
                    self.created,
                    self.attr,
                    &self.stripes,
                    self.dir,
                    &self.walked,
                )
            }
        }

        /// Builder for serializing an instance of the [OpenOk] type.
        ///
        /// Can be created using the [OpenOk::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct OpenOkBuilder<State>(State);

        impl OpenOkBuilder<()> {
            /// Setter for the [`open` field](OpenOk#structfield.open).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn open<T0>(self, value: T0) -> OpenOkBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u64, u64>,
            {
                OpenOkBuilder((value,))
            }

            /// Sets the [`open` field](OpenOk#structfield.open) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn open_as_default(self) -> OpenOkBuilder<(::planus::DefaultValue,)> {
                self.open(::planus::DefaultValue)
            }
        }

        impl<T0> OpenOkBuilder<(T0,)> {
            /// Setter for the [`created` field](OpenOk#structfield.created).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn created<T1>(self, value: T1) -> OpenOkBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<bool, bool>,
            {
                let (v0,) = self.0;
                OpenOkBuilder((v0, value))
            }

            /// Sets the [`created` field](OpenOk#structfield.created) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn created_as_default(self) -> OpenOkBuilder<(T0, ::planus::DefaultValue)> {
                self.created(::planus::DefaultValue)
            }
        }

        impl<T0, T1> OpenOkBuilder<(T0, T1)> {
            /// Setter for the [`attr` field](OpenOk#structfield.attr).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn attr<T2>(self, value: T2) -> OpenOkBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsOptional<self::Attr>,
            {
                let (v0, v1) = self.0;
                OpenOkBuilder((v0, v1, value))
            }

            /// Sets the [`attr` field](OpenOk#structfield.attr) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn attr_as_null(self) -> OpenOkBuilder<(T0, T1, ())> {
                self.attr(())
            }
        }

        impl<T0, T1, T2> OpenOkBuilder<(T0, T1, T2)> {
            /// Setter for the [`stripes` field](OpenOk#structfield.stripes).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn stripes<T3>(self, value: T3) -> OpenOkBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAsOptional<::planus::Offset<self::StripeLayout>>,
            {
                let (v0, v1, v2) = self.0;
                OpenOkBuilder((v0, v1, v2, value))
            }

            /// Sets the [`stripes` field](OpenOk#structfield.stripes) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn stripes_as_null(self) -> OpenOkBuilder<(T0, T1, T2, ())> {
                self.stripes(())
            }
        }

        impl<T0, T1, T2, T3> OpenOkBuilder<(T0, T1, T2, T3)> {
            /// Setter for the [`dir` field](OpenOk#structfield.dir).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn dir<T4>(self, value: T4) -> OpenOkBuilder<(T0, T1, T2, T3, T4)>
            where
                T4: ::planus::WriteAsDefault<u64, u64>,
            {
                let (v0, v1, v2, v3) = self.0;
                OpenOkBuilder((v0, v1, v2, v3, value))
            }

            /// Sets the [`dir` field](OpenOk#structfield.dir) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn dir_as_default(self) -> OpenOkBuilder<(T0, T1, T2, T3, ::planus::DefaultValue)> {
                self.dir(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4> OpenOkBuilder<(T0, T1, T2, T3, T4)> {
            /// Setter for the [`walked` field](OpenOk#structfield.walked).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn walked<T5>(self, value: T5) -> OpenOkBuilder<(T0, T1, T2, T3, T4, T5)>
            where
                T5: ::planus::WriteAsOptional<::planus::Offset<[self::Walked]>>,
            {
                let (v0, v1, v2, v3, v4) = self.0;
                OpenOkBuilder((v0, v1, v2, v3, v4, value))
            }

            /// Sets the [`walked` field](OpenOk#structfield.walked) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn walked_as_null(self) -> OpenOkBuilder<(T0, T1, T2, T3, T4, ())> {
                self.walked(())
            }
        }

        impl<T0, T1, T2, T3, T4, T5> OpenOkBuilder<(T0, T1, T2, T3, T4, T5)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [OpenOk].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<OpenOk>
            where
                Self: ::planus::WriteAsOffset<OpenOk>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAsDefault<bool, bool>,
                T2: ::planus::WriteAsOptional<self::Attr>,
                T3: ::planus::WriteAsOptional<::planus::Offset<self::StripeLayout>>,
                T4: ::planus::WriteAsDefault<u64, u64>,
                T5: ::planus::WriteAsOptional<::planus::Offset<[self::Walked]>>,
            > ::planus::WriteAs<::planus::Offset<OpenOk>> for OpenOkBuilder<(T0, T1, T2, T3, T4, T5)>
        {
            type Prepared = ::planus::Offset<OpenOk>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<OpenOk> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAsDefault<bool, bool>,
                T2: ::planus::WriteAsOptional<self::Attr>,
                T3: ::planus::WriteAsOptional<::planus::Offset<self::StripeLayout>>,
                T4: ::planus::WriteAsDefault<u64, u64>,
                T5: ::planus::WriteAsOptional<::planus::Offset<[self::Walked]>>,
            > ::planus::WriteAsOptional<::planus::Offset<OpenOk>>
            for OpenOkBuilder<(T0, T1, T2, T3, T4, T5)>
        {
            type Prepared = ::planus::Offset<OpenOk>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<OpenOk>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAsDefault<bool, bool>,
                T2: ::planus::WriteAsOptional<self::Attr>,
                T3: ::planus::WriteAsOptional<::planus::Offset<self::StripeLayout>>,
                T4: ::planus::WriteAsDefault<u64, u64>,
                T5: ::planus::WriteAsOptional<::planus::Offset<[self::Walked]>>,
            > ::planus::WriteAsOffset<OpenOk> for OpenOkBuilder<(T0, T1, T2, T3, T4, T5)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<OpenOk> {
                let (v0, v1, v2, v3, v4, v5) = &self.0;
                OpenOk::create(builder, v0, v1, v2, v3, v4, v5)
            }
        }

        /// Reference to a deserialized [OpenOk].
        #[derive(Copy, Clone)]
        pub struct OpenOkRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> OpenOkRef<'a> {
            /// Getter for the [`open` field](OpenOk#structfield.open).
            #[inline]
            pub fn open(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(0, "OpenOk", "open")?.unwrap_or(0))
            }

            /// Getter for the [`created` field](OpenOk#structfield.created).
            #[inline]
            pub fn created(&self) -> ::planus::Result<bool> {
                ::core::result::Result::Ok(self.0.access(1, "OpenOk", "created")?.unwrap_or(false))
            }

            /// Getter for the [`attr` field](OpenOk#structfield.attr).
            #[inline]
            pub fn attr(&self) -> ::planus::Result<::core::option::Option<self::AttrRef<'a>>> {
                self.0.access(2, "OpenOk", "attr")
            }

            /// Getter for the [`stripes` field](OpenOk#structfield.stripes).
            #[inline]
            pub fn stripes(&self) -> ::planus::Result<::core::option::Option<self::StripeLayoutRef<'a>>> {
                self.0.access(3, "OpenOk", "stripes")
            }

            /// Getter for the [`dir` field](OpenOk#structfield.dir).
            #[inline]
            pub fn dir(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(4, "OpenOk", "dir")?.unwrap_or(0))
            }

            /// Getter for the [`walked` field](OpenOk#structfield.walked).
            #[inline]
            pub fn walked(
                &self,
            ) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, self::WalkedRef<'a>>>>
            {
                self.0.access(5, "OpenOk", "walked")
            }
        }

        impl<'a> ::core::fmt::Debug for OpenOkRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("OpenOkRef");
                f.field("open", &self.open());
                f.field("created", &self.created());
                if let ::core::option::Option::Some(field_attr) = self.attr().transpose() {
                    f.field("attr", &field_attr);
                }
                if let ::core::option::Option::Some(field_stripes) = self.stripes().transpose() {
                    f.field("stripes", &field_stripes);
                }
                f.field("dir", &self.dir());
                if let ::core::option::Option::Some(field_walked) = self.walked().transpose() {
                    f.field("walked", &field_walked);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<OpenOkRef<'a>> for OpenOk {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: OpenOkRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    open: ::core::convert::TryInto::try_into(value.open()?)?,
                    created: ::core::convert::TryInto::try_into(value.created()?)?,
                    attr: value.attr()?.map(::core::convert::Into::into),
                    stripes: if let ::core::option::Option::Some(stripes) = value.stripes()? {
                        ::core::option::Option::Some(::planus::alloc::boxed::Box::new(
                            ::core::convert::TryInto::try_into(stripes)?,
                        ))
                    } else {
                        ::core::option::Option::None
                    },
                    dir: ::core::convert::TryInto::try_into(value.dir()?)?,
                    walked: if let ::core::option::Option::Some(walked) = value.walked()? {
                        ::core::option::Option::Some(walked.to_vec()?)
                    } else {
                        ::core::option::Option::None
                    },
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for OpenOkRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for OpenOkRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[OpenOkRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<OpenOk>> for OpenOk {
            type Value = ::planus::Offset<OpenOk>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<OpenOk>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for OpenOkRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[OpenOkRef]", "read_as_root", 0))
            }
        }

        ///  For calls whose success says it all.
        ///
        /// Generated from these locations:
        /// * Table `Done` in the file `/work/main/protocol/schema/osmia.fbs:230`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct Done {
            /// The field `walked` in the table `Done`
            pub walked: ::core::option::Option<::planus::alloc::vec::Vec<self::Walked>>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Done {
            fn default() -> Self {
                Self { walked: ::core::default::Default::default() }
            }
        }

        impl Done {
            /// Creates a [DoneBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> DoneBuilder<()> {
                DoneBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_walked: impl ::planus::WriteAsOptional<::planus::Offset<[self::Walked]>>,
            ) -> ::planus::Offset<Self> {
                let prepared_walked = field_walked.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<6> =
                    ::core::default::Default::default();
                if prepared_walked.is_some() {
                    table_writer.write_entry::<::planus::Offset<[self::Walked]>>(0);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_walked) = prepared_walked {
                            object_writer.write::<_, _, 4>(&prepared_walked);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Done>> for Done {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Done> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Done>> for Done {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Done>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Done> for Done {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Done> {
                Done::create(builder, &self.walked)
            }
        }

        /// Builder for serializing an instance of the [Done] type.
        ///
        /// Can be created using the [Done::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct DoneBuilder<State>(State);

        impl DoneBuilder<()> {
            /// Setter for the [`walked` field](Done#structfield.walked).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn walked<T0>(self, value: T0) -> DoneBuilder<(T0,)>
            where
                T0: ::planus::WriteAsOptional<::planus::Offset<[self::Walked]>>,
            {
                DoneBuilder((value,))
            }

            /// Sets the [`walked` field](Done#structfield.walked) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn walked_as_null(self) -> DoneBuilder<((),)> {
                self.walked(())
            }
        }

        impl<T0> DoneBuilder<(T0,)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Done].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Done>
            where
                Self: ::planus::WriteAsOffset<Done>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptional<::planus::Offset<[self::Walked]>>>
            ::planus::WriteAs<::planus::Offset<Done>> for DoneBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<Done>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Done> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptional<::planus::Offset<[self::Walked]>>>
            ::planus::WriteAsOptional<::planus::Offset<Done>> for DoneBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<Done>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Done>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAsOptional<::planus::Offset<[self::Walked]>>> ::planus::WriteAsOffset<Done>
            for DoneBuilder<(T0,)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Done> {
                let (v0,) = &self.0;
                Done::create(builder, v0)
            }
        }

        /// Reference to a deserialized [Done].
        #[derive(Copy, Clone)]
        pub struct DoneRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> DoneRef<'a> {
            /// Getter for the [`walked` field](Done#structfield.walked).
            #[inline]
            pub fn walked(
                &self,
            ) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, self::WalkedRef<'a>>>>
            {
                self.0.access(0, "Done", "walked")
            }
        }

        impl<'a> ::core::fmt::Debug for DoneRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("DoneRef");
                if let ::core::option::Option::Some(field_walked) = self.walked().transpose() {
                    f.field("walked", &field_walked);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<DoneRef<'a>> for Done {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: DoneRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    walked: if let ::core::option::Option::Some(walked) = value.walked()? {
                        ::core::option::Option::Some(walked.to_vec()?)
                    } else {
                        ::core::option::Option::None
                    },
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for DoneRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for DoneRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[DoneRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Done>> for Done {
            type Value = ::planus::Offset<Done>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Done>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for DoneRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[DoneRef]", "read_as_root", 0))
            }
        }

        /// The table `ReaddirOk` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Table `ReaddirOk` in the file `/work/main/protocol/schema/osmia.fbs:231`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct ReaddirOk {
            /// The field `entries` in the table `ReaddirOk`
            pub entries: ::core::option::Option<::planus::alloc::vec::Vec<self::Entry>>,
            /// The field `cursor` in the table `ReaddirOk`
            pub cursor: u64,
            /// The field `end` in the table `ReaddirOk`
            pub end: bool,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for ReaddirOk {
            fn default() -> Self {
                Self { entries: ::core::default::Default::default(), cursor: 0, end: false }
            }
        }

        impl ReaddirOk {
            /// Creates a [ReaddirOkBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> ReaddirOkBuilder<()> {
                ReaddirOkBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_entries: impl ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Entry>]>>,
                field_cursor: impl ::planus::WriteAsDefault<u64, u64>,
                field_end: impl ::planus::WriteAsDefault<bool, bool>,
            ) -> ::planus::Offset<Self> {
                let prepared_entries = field_entries.prepare(builder);
                let prepared_cursor = field_cursor.prepare(builder, &0);
                let prepared_end = field_end.prepare(builder, &false);

                let mut table_writer: ::planus::table_writer::TableWriter<10> =
                    ::core::default::Default::default();
                if prepared_cursor.is_some() {
                    table_writer.write_entry::<u64>(1);
                }
                if prepared_entries.is_some() {
                    table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::Entry>]>>(0);
                }
                if prepared_end.is_some() {
                    table_writer.write_entry::<bool>(2);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_cursor) = prepared_cursor {
                            object_writer.write::<_, _, 8>(&prepared_cursor);
                        }
                        if let ::core::option::Option::Some(prepared_entries) = prepared_entries {
                            object_writer.write::<_, _, 4>(&prepared_entries);
                        }
                        if let ::core::option::Option::Some(prepared_end) = prepared_end {
                            object_writer.write::<_, _, 1>(&prepared_end);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<ReaddirOk>> for ReaddirOk {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ReaddirOk> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<ReaddirOk>> for ReaddirOk {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<ReaddirOk>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<ReaddirOk> for ReaddirOk {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ReaddirOk> {
                ReaddirOk::create(builder, &self.entries, self.cursor, self.end)
            }
        }

        /// Builder for serializing an instance of the [ReaddirOk] type.
        ///
        /// Can be created using the [ReaddirOk::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct ReaddirOkBuilder<State>(State);

        impl ReaddirOkBuilder<()> {
            /// Setter for the [`entries` field](ReaddirOk#structfield.entries).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn entries<T0>(self, value: T0) -> ReaddirOkBuilder<(T0,)>
            where
                T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Entry>]>>,
            {
                ReaddirOkBuilder((value,))
            }

            /// Sets the [`entries` field](ReaddirOk#structfield.entries) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn entries_as_null(self) -> ReaddirOkBuilder<((),)> {
                self.entries(())
            }
        }

        impl<T0> ReaddirOkBuilder<(T0,)> {
            /// Setter for the [`cursor` field](ReaddirOk#structfield.cursor).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn cursor<T1>(self, value: T1) -> ReaddirOkBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u64, u64>,
            {
                let (v0,) = self.0;
                ReaddirOkBuilder((v0, value))
            }

            /// Sets the [`cursor` field](ReaddirOk#structfield.cursor) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn cursor_as_default(self) -> ReaddirOkBuilder<(T0, ::planus::DefaultValue)> {
                self.cursor(::planus::DefaultValue)
            }
        }

        impl<T0, T1> ReaddirOkBuilder<(T0, T1)> {
            /// Setter for the [`end` field](ReaddirOk#structfield.end).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn end<T2>(self, value: T2) -> ReaddirOkBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<bool, bool>,
            {
                let (v0, v1) = self.0;
                ReaddirOkBuilder((v0, v1, value))
            }

            /// Sets the [`end` field](ReaddirOk#structfield.end) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn end_as_default(self) -> ReaddirOkBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.end(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> ReaddirOkBuilder<(T0, T1, T2)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [ReaddirOk].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<ReaddirOk>
            where
                Self: ::planus::WriteAsOffset<ReaddirOk>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Entry>]>>,
                T1: ::planus::WriteAsDefault<u64, u64>,
                T2: ::planus::WriteAsDefault<bool, bool>,
            > ::planus::WriteAs<::planus::Offset<ReaddirOk>> for ReaddirOkBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<ReaddirOk>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ReaddirOk> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Entry>]>>,
                T1: ::planus::WriteAsDefault<u64, u64>,
                T2: ::planus::WriteAsDefault<bool, bool>,
            > ::planus::WriteAsOptional<::planus::Offset<ReaddirOk>> for ReaddirOkBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<ReaddirOk>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<ReaddirOk>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Entry>]>>,
                T1: ::planus::WriteAsDefault<u64, u64>,
                T2: ::planus::WriteAsDefault<bool, bool>,
            > ::planus::WriteAsOffset<ReaddirOk> for ReaddirOkBuilder<(T0, T1, T2)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ReaddirOk> {
                let (v0, v1, v2) = &self.0;
                ReaddirOk::create(builder, v0, v1, v2)
            }
        }

        /// Reference to a deserialized [ReaddirOk].
        #[derive(Copy, Clone)]
        pub struct ReaddirOkRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> ReaddirOkRef<'a> {
            /// Getter for the [`entries` field](ReaddirOk#structfield.entries).
            #[inline]
            pub fn entries(
                &self,
            ) -> ::planus::Result<
                ::core::option::Option<::planus::Vector<'a, ::planus::Result<self::EntryRef<'a>>>>,
            > {
                self.0.access(0, "ReaddirOk", "entries")
            }

            /// Getter for the [`cursor` field](ReaddirOk#structfield.cursor).
            #[inline]
            pub fn cursor(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(1, "ReaddirOk", "cursor")?.unwrap_or(0))
            }

            /// Getter for the [`end` field](ReaddirOk#structfield.end).
            #[inline]
            pub fn end(&self) -> ::planus::Result<bool> {
                ::core::result::Result::Ok(self.0.access(2, "ReaddirOk", "end")?.unwrap_or(false))
            }
        }

        impl<'a> ::core::fmt::Debug for ReaddirOkRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("ReaddirOkRef");
                if let ::core::option::Option::Some(field_entries) = self.entries().transpose() {
                    f.field("entries", &field_entries);
                }
                f.field("cursor", &self.cursor());
                f.field("end", &self.end());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<ReaddirOkRef<'a>> for ReaddirOk {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: ReaddirOkRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    entries: if let ::core::option::Option::Some(entries) = value.entries()? {
                        ::core::option::Option::Some(entries.to_vec_result()?)
                    } else {
                        ::core::option::Option::None
                    },
                    cursor: ::core::convert::TryInto::try_into(value.cursor()?)?,
                    end: ::core::convert::TryInto::try_into(value.end()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for ReaddirOkRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for ReaddirOkRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[ReaddirOkRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<ReaddirOk>> for ReaddirOk {
            type Value = ::planus::Offset<ReaddirOk>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<ReaddirOk>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for ReaddirOkRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[ReaddirOkRef]", "read_as_root", 0))
            }
        }

        /// The table `StatfsOk` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Table `StatfsOk` in the file `/work/main/protocol/schema/osmia.fbs:236`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct StatfsOk {
            /// The field `inodes` in the table `StatfsOk`
            pub inodes: u64,
            /// The field `bytes_total` in the table `StatfsOk`
            pub bytes_total: u64,
            /// The field `bytes_free` in the table `StatfsOk`
            pub bytes_free: u64,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for StatfsOk {
            fn default() -> Self {
                Self { inodes: 0, bytes_total: 0, bytes_free: 0 }
            }
        }

        impl StatfsOk {
            /// Creates a [StatfsOkBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> StatfsOkBuilder<()> {
                StatfsOkBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_inodes: impl ::planus::WriteAsDefault<u64, u64>,
                field_bytes_total: impl ::planus::WriteAsDefault<u64, u64>,
                field_bytes_free: impl ::planus::WriteAsDefault<u64, u64>,
            ) -> ::planus::Offset<Self> {
                let prepared_inodes = field_inodes.prepare(builder, &0);
                let prepared_bytes_total = field_bytes_total.prepare(builder, &0);
                let prepared_bytes_free = field_bytes_free.prepare(builder, &0);

                let mut table_writer: ::planus::table_writer::TableWriter<10> =
                    ::core::default::Default::default();
                if prepared_inodes.is_some() {
                    table_writer.write_entry::<u64>(0);
                }
                if prepared_bytes_total.is_some() {
                    table_writer.write_entry::<u64>(1);
                }
                if prepared_bytes_free.is_some() {
                    table_writer.write_entry::<u64>(2);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_inodes) = prepared_inodes {
                            object_writer.write::<_, _, 8>(&prepared_inodes);
                        }
                        if let ::core::option::Option::Some(prepared_bytes_total) = prepared_bytes_total {
                            object_writer.write::<_, _, 8>(&prepared_bytes_total);
                        }
                        if let ::core::option::Option::Some(prepared_bytes_free) = prepared_bytes_free {
                            object_writer.write::<_, _, 8>(&prepared_bytes_free);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<StatfsOk>> for StatfsOk {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<StatfsOk> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<StatfsOk>> for StatfsOk {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<StatfsOk>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<StatfsOk> for StatfsOk {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<StatfsOk> {
                StatfsOk::create(builder, self.inodes, self.bytes_total, self.bytes_free)
            }
        }

        /// Builder for serializing an instance of the [StatfsOk] type.
        ///
        /// Can be created using the [StatfsOk::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct StatfsOkBuilder<State>(State);

        impl StatfsOkBuilder<()> {
            /// Setter for the [`inodes` field](StatfsOk#structfield.inodes).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn inodes<T0>(self, value: T0) -> StatfsOkBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u64, u64>,
            {
                StatfsOkBuilder((value,))
            }

            /// Sets the [`inodes` field](StatfsOk#structfield.inodes) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn inodes_as_default(self) -> StatfsOkBuilder<(::planus::DefaultValue,)> {
                self.inodes(::planus::DefaultValue)
            }
        }

        impl<T0> StatfsOkBuilder<(T0,)> {
            /// Setter for the [`bytes_total` field](StatfsOk#structfield.bytes_total).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn bytes_total<T1>(self, value: T1) -> StatfsOkBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u64, u64>,
            {
                let (v0,) = self.0;
                StatfsOkBuilder((v0, value))
            }

            /// Sets the [`bytes_total` field](StatfsOk#structfield.bytes_total) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn bytes_total_as_default(self) -> StatfsOkBuilder<(T0, ::planus::DefaultValue)> {
                self.bytes_total(::planus::DefaultValue)
            }
        }

        impl<T0, T1> StatfsOkBuilder<(T0, T1)> {
            /// Setter for the [`bytes_free` field](StatfsOk#structfield.bytes_free).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn bytes_free<T2>(self, value: T2) -> StatfsOkBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<u64, u64>,
            {
                let (v0, v1) = self.0;
                StatfsOkBuilder((v0, v1, value))
            }

            /// Sets the [`bytes_free` field](StatfsOk#structfield.bytes_free) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn bytes_free_as_default(self) -> StatfsOkBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.bytes_free(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> StatfsOkBuilder<(T0, T1, T2)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [StatfsOk].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<StatfsOk>
            where
                Self: ::planus::WriteAsOffset<StatfsOk>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAsDefault<u64, u64>,
                T2: ::planus::WriteAsDefault<u64, u64>,
            > ::planus::WriteAs<::planus::Offset<StatfsOk>> for StatfsOkBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<StatfsOk>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<StatfsOk> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAsDefault<u64, u64>,
                T2: ::planus::WriteAsDefault<u64, u64>,
            > ::planus::WriteAsOptional<::planus::Offset<StatfsOk>> for StatfsOkBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<StatfsOk>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<StatfsOk>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAsDefault<u64, u64>,
                T2: ::planus::WriteAsDefault<u64, u64>,
            > ::planus::WriteAsOffset<StatfsOk> for StatfsOkBuilder<(T0, T1, T2)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<StatfsOk> {
                let (v0, v1, v2) = &self.0;
                StatfsOk::create(builder, v0, v1, v2)
            }
        }

        /// Reference to a deserialized [StatfsOk].
        #[derive(Copy, Clone)]
        pub struct StatfsOkRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> StatfsOkRef<'a> {
            /// Getter for the [`inodes` field](StatfsOk#structfield.inodes).
            #[inline]
            pub fn inodes(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(0, "StatfsOk", "inodes")?.unwrap_or(0))
            }

            /// Getter for the [`bytes_total` field](StatfsOk#structfield.bytes_total).
            #[inline]
            pub fn bytes_total(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(1, "StatfsOk", "bytes_total")?.unwrap_or(0))
            }

            /// Getter for the [`bytes_free` field](StatfsOk#structfield.bytes_free).
            #[inline]
            pub fn bytes_free(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(2, "StatfsOk", "bytes_free")?.unwrap_or(0))
            }
        }

        impl<'a> ::core::fmt::Debug for StatfsOkRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("StatfsOkRef");
                f.field("inodes", &self.inodes());
                f.field("bytes_total", &self.bytes_total());
                f.field("bytes_free", &self.bytes_free());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<StatfsOkRef<'a>> for StatfsOk {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: StatfsOkRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    inodes: ::core::convert::TryInto::try_into(value.inodes()?)?,
                    bytes_total: ::core::convert::TryInto::try_into(value.bytes_total()?)?,
                    bytes_free: ::core::convert::TryInto::try_into(value.bytes_free()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for StatfsOkRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for StatfsOkRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[StatfsOkRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<StatfsOk>> for StatfsOk {
            type Value = ::planus::Offset<StatfsOk>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<StatfsOk>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for StatfsOkRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[StatfsOkRef]", "read_as_root", 0))
            }
        }

        /// The table `PlacementOk` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Table `PlacementOk` in the file `/work/main/protocol/schema/osmia.fbs:241`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct PlacementOk {
            /// The field `placement` in the table `PlacementOk`
            pub placement: ::core::option::Option<::planus::alloc::string::String>,
            /// The field `inherit` in the table `PlacementOk`
            pub inherit: u32,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for PlacementOk {
            fn default() -> Self {
                Self { placement: ::core::default::Default::default(), inherit: 0 }
            }
        }

        impl PlacementOk {
            /// Creates a [PlacementOkBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> PlacementOkBuilder<()> {
                PlacementOkBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_placement: impl ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                field_inherit: impl ::planus::WriteAsDefault<u32, u32>,
            ) -> ::planus::Offset<Self> {
                let prepared_placement = field_placement.prepare(builder);
                let prepared_inherit = field_inherit.prepare(builder, &0);

                let mut table_writer: ::planus::table_writer::TableWriter<8> =
                    ::core::default::Default::default();
                if prepared_placement.is_some() {
                    table_writer.write_entry::<::planus::Offset<str>>(0);
                }
                if prepared_inherit.is_some() {
                    table_writer.write_entry::<u32>(1);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_placement) = prepared_placement {
                            object_writer.write::<_, _, 4>(&prepared_placement);
                        }
                        if let ::core::option::Option::Some(prepared_inherit) = prepared_inherit {
                            object_writer.write::<_, _, 4>(&prepared_inherit);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<PlacementOk>> for PlacementOk {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<PlacementOk> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<PlacementOk>> for PlacementOk {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<PlacementOk>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<PlacementOk> for PlacementOk {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<PlacementOk> {
                PlacementOk::create(builder, &self.placement, self.inherit)
            }
        }

        /// Builder for serializing an instance of the [PlacementOk] type.
        ///
        /// Can be created using the [PlacementOk::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct PlacementOkBuilder<State>(State);

        impl PlacementOkBuilder<()> {
            /// Setter for the [`placement` field](PlacementOk#structfield.placement).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn placement<T0>(self, value: T0) -> PlacementOkBuilder<(T0,)>
            where
                T0: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            {
                PlacementOkBuilder((value,))
            }

            /// Sets the [`placement` field](PlacementOk#structfield.placement) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn placement_as_null(self) -> PlacementOkBuilder<((),)> {
                self.placement(())
            }
        }

        impl<T0> PlacementOkBuilder<(T0,)> {
            /// Setter for the [`inherit` field](PlacementOk#structfield.inherit).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn inherit<T1>(self, value: T1) -> PlacementOkBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0,) = self.0;
                PlacementOkBuilder((v0, value))
            }

            /// Sets the [`inherit` field](PlacementOk#structfield.inherit) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn inherit_as_default(self) -> PlacementOkBuilder<(T0, ::planus::DefaultValue)> {
                self.inherit(::planus::DefaultValue)
            }
        }

        impl<T0, T1> PlacementOkBuilder<(T0, T1)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [PlacementOk].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<PlacementOk>
            where
                Self: ::planus::WriteAsOffset<PlacementOk>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                T1: ::planus::WriteAsDefault<u32, u32>,
            > ::planus::WriteAs<::planus::Offset<PlacementOk>> for PlacementOkBuilder<(T0, T1)>
        {
            type Prepared = ::planus::Offset<PlacementOk>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<PlacementOk> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                T1: ::planus::WriteAsDefault<u32, u32>,
            > ::planus::WriteAsOptional<::planus::Offset<PlacementOk>> for PlacementOkBuilder<(T0, T1)>
        {
            type Prepared = ::planus::Offset<PlacementOk>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<PlacementOk>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                T1: ::planus::WriteAsDefault<u32, u32>,
            > ::planus::WriteAsOffset<PlacementOk> for PlacementOkBuilder<(T0, T1)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<PlacementOk> {
                let (v0, v1) = &self.0;
                PlacementOk::create(builder, v0, v1)
            }
        }

        /// Reference to a deserialized [PlacementOk].
        #[derive(Copy, Clone)]
        pub struct PlacementOkRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> PlacementOkRef<'a> {
            /// Getter for the [`placement` field](PlacementOk#structfield.placement).
            #[inline]
            pub fn placement(&self) -> ::planus::Result<::core::option::Option<&'a ::core::primitive::str>> {
                self.0.access(0, "PlacementOk", "placement")
            }

            /// Getter for the [`inherit` field](PlacementOk#structfield.inherit).
            #[inline]
            pub fn inherit(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(1, "PlacementOk", "inherit")?.unwrap_or(0))
            }
        }

        impl<'a> ::core::fmt::Debug for PlacementOkRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("PlacementOkRef");
                if let ::core::option::Option::Some(field_placement) = self.placement().transpose() {
                    f.field("placement", &field_placement);
                }
                f.field("inherit", &self.inherit());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<PlacementOkRef<'a>> for PlacementOk {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: PlacementOkRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    placement: value.placement()?.map(::core::convert::Into::into),
                    inherit: ::core::convert::TryInto::try_into(value.inherit()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for PlacementOkRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for PlacementOkRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[PlacementOkRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<PlacementOk>> for PlacementOk {
            type Value = ::planus::Offset<PlacementOk>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<PlacementOk>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for PlacementOkRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[PlacementOkRef]", "read_as_root", 0))
            }
        }

        ///  Takes `count` unused ids of `partition` from its owner. They are never given out again.
        ///
        /// Generated from these locations:
        /// * Table `AllocIds` in the file `/work/main/protocol/schema/osmia.fbs:246`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct AllocIds {
            /// The field `partition` in the table `AllocIds`
            pub partition: u16,
            /// The field `count` in the table `AllocIds`
            pub count: u32,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for AllocIds {
            fn default() -> Self {
                Self { partition: 0, count: 0 }
            }
        }

        impl AllocIds {
            /// Creates a [AllocIdsBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> AllocIdsBuilder<()> {
                AllocIdsBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_partition: impl ::planus::WriteAsDefault<u16, u16>,
                field_count: impl ::planus::WriteAsDefault<u32, u32>,
            ) -> ::planus::Offset<Self> {
                let prepared_partition = field_partition.prepare(builder, &0);
                let prepared_count = field_count.prepare(builder, &0);

                let mut table_writer: ::planus::table_writer::TableWriter<8> =
                    ::core::default::Default::default();
                if prepared_count.is_some() {
                    table_writer.write_entry::<u32>(1);
                }
                if prepared_partition.is_some() {
                    table_writer.write_entry::<u16>(0);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_count) = prepared_count {
                            object_writer.write::<_, _, 4>(&prepared_count);
                        }
                        if let ::core::option::Option::Some(prepared_partition) = prepared_partition {
                            object_writer.write::<_, _, 2>(&prepared_partition);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<AllocIds>> for AllocIds {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<AllocIds> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<AllocIds>> for AllocIds {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<AllocIds>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<AllocIds> for AllocIds {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<AllocIds> {
                AllocIds::create(builder, self.partition, self.count)
            }
        }

        /// Builder for serializing an instance of the [AllocIds] type.
        ///
        /// Can be created using the [AllocIds::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct AllocIdsBuilder<State>(State);

        impl AllocIdsBuilder<()> {
            /// Setter for the [`partition` field](AllocIds#structfield.partition).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn partition<T0>(self, value: T0) -> AllocIdsBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u16, u16>,
            {
                AllocIdsBuilder((value,))
            }

            /// Sets the [`partition` field](AllocIds#structfield.partition) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn partition_as_default(self) -> AllocIdsBuilder<(::planus::DefaultValue,)> {
                self.partition(::planus::DefaultValue)
            }
        }

        impl<T0> AllocIdsBuilder<(T0,)> {
            /// Setter for the [`count` field](AllocIds#structfield.count).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn count<T1>(self, value: T1) -> AllocIdsBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0,) = self.0;
                AllocIdsBuilder((v0, value))
            }

            /// Sets the [`count` field](AllocIds#structfield.count) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn count_as_default(self) -> AllocIdsBuilder<(T0, ::planus::DefaultValue)> {
                self.count(::planus::DefaultValue)
            }
        }

        impl<T0, T1> AllocIdsBuilder<(T0, T1)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [AllocIds].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<AllocIds>
            where
                Self: ::planus::WriteAsOffset<AllocIds>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAsDefault<u16, u16>, T1: ::planus::WriteAsDefault<u32, u32>>
            ::planus::WriteAs<::planus::Offset<AllocIds>> for AllocIdsBuilder<(T0, T1)>
        {
            type Prepared = ::planus::Offset<AllocIds>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<AllocIds> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAsDefault<u16, u16>, T1: ::planus::WriteAsDefault<u32, u32>>
            ::planus::WriteAsOptional<::planus::Offset<AllocIds>> for AllocIdsBuilder<(T0, T1)>
        {
            type Prepared = ::planus::Offset<AllocIds>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<AllocIds>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAsDefault<u16, u16>, T1: ::planus::WriteAsDefault<u32, u32>>
            ::planus::WriteAsOffset<AllocIds> for AllocIdsBuilder<(T0, T1)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<AllocIds> {
                let (v0, v1) = &self.0;
                AllocIds::create(builder, v0, v1)
            }
        }

        /// Reference to a deserialized [AllocIds].
        #[derive(Copy, Clone)]
        pub struct AllocIdsRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> AllocIdsRef<'a> {
            /// Getter for the [`partition` field](AllocIds#structfield.partition).
            #[inline]
            pub fn partition(&self) -> ::planus::Result<u16> {
                ::core::result::Result::Ok(self.0.access(0, "AllocIds", "partition")?.unwrap_or(0))
            }

            /// Getter for the [`count` field](AllocIds#structfield.count).
            #[inline]
            pub fn count(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(1, "AllocIds", "count")?.unwrap_or(0))
            }
        }

        impl<'a> ::core::fmt::Debug for AllocIdsRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("AllocIdsRef");
                f.field("partition", &self.partition());
                f.field("count", &self.count());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<AllocIdsRef<'a>> for AllocIds {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: AllocIdsRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    partition: ::core::convert::TryInto::try_into(value.partition()?)?,
                    count: ::core::convert::TryInto::try_into(value.count()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for AllocIdsRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for AllocIdsRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[AllocIdsRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<AllocIds>> for AllocIds {
            type Value = ::planus::Offset<AllocIds>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<AllocIds>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for AllocIdsRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[AllocIdsRef]", "read_as_root", 0))
            }
        }

        /// The table `IdsOk` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Table `IdsOk` in the file `/work/main/protocol/schema/osmia.fbs:247`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct IdsOk {
            /// The field `first` in the table `IdsOk`
            pub first: u64,
            /// The field `count` in the table `IdsOk`
            pub count: u32,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for IdsOk {
            fn default() -> Self {
                Self { first: 0, count: 0 }
            }
        }

        impl IdsOk {
            /// Creates a [IdsOkBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> IdsOkBuilder<()> {
                IdsOkBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_first: impl ::planus::WriteAsDefault<u64, u64>,
                field_count: impl ::planus::WriteAsDefault<u32, u32>,
            ) -> ::planus::Offset<Self> {
                let prepared_first = field_first.prepare(builder, &0);
                let prepared_count = field_count.prepare(builder, &0);

                let mut table_writer: ::planus::table_writer::TableWriter<8> =
                    ::core::default::Default::default();
                if prepared_first.is_some() {
                    table_writer.write_entry::<u64>(0);
                }
                if prepared_count.is_some() {
                    table_writer.write_entry::<u32>(1);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_first) = prepared_first {
                            object_writer.write::<_, _, 8>(&prepared_first);
                        }
                        if let ::core::option::Option::Some(prepared_count) = prepared_count {
                            object_writer.write::<_, _, 4>(&prepared_count);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<IdsOk>> for IdsOk {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<IdsOk> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<IdsOk>> for IdsOk {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<IdsOk>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<IdsOk> for IdsOk {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<IdsOk> {
                IdsOk::create(builder, self.first, self.count)
            }
        }

        /// Builder for serializing an instance of the [IdsOk] type.
        ///
        /// Can be created using the [IdsOk::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct IdsOkBuilder<State>(State);

        impl IdsOkBuilder<()> {
            /// Setter for the [`first` field](IdsOk#structfield.first).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn first<T0>(self, value: T0) -> IdsOkBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u64, u64>,
            {
                IdsOkBuilder((value,))
            }

            /// Sets the [`first` field](IdsOk#structfield.first) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn first_as_default(self) -> IdsOkBuilder<(::planus::DefaultValue,)> {
                self.first(::planus::DefaultValue)
            }
        }

        impl<T0> IdsOkBuilder<(T0,)> {
            /// Setter for the [`count` field](IdsOk#structfield.count).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn count<T1>(self, value: T1) -> IdsOkBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0,) = self.0;
                IdsOkBuilder((v0, value))
            }

            /// Sets the [`count` field](IdsOk#structfield.count) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn count_as_default(self) -> IdsOkBuilder<(T0, ::planus::DefaultValue)> {
                self.count(::planus::DefaultValue)
            }
        }

        impl<T0, T1> IdsOkBuilder<(T0, T1)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [IdsOk].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<IdsOk>
            where
                Self: ::planus::WriteAsOffset<IdsOk>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAsDefault<u64, u64>, T1: ::planus::WriteAsDefault<u32, u32>>
            ::planus::WriteAs<::planus::Offset<IdsOk>> for IdsOkBuilder<(T0, T1)>
        {
            type Prepared = ::planus::Offset<IdsOk>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<IdsOk> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAsDefault<u64, u64>, T1: ::planus::WriteAsDefault<u32, u32>>
            ::planus::WriteAsOptional<::planus::Offset<IdsOk>> for IdsOkBuilder<(T0, T1)>
        {
            type Prepared = ::planus::Offset<IdsOk>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<IdsOk>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAsDefault<u64, u64>, T1: ::planus::WriteAsDefault<u32, u32>>
            ::planus::WriteAsOffset<IdsOk> for IdsOkBuilder<(T0, T1)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<IdsOk> {
                let (v0, v1) = &self.0;
                IdsOk::create(builder, v0, v1)
            }
        }

        /// Reference to a deserialized [IdsOk].
        #[derive(Copy, Clone)]
        pub struct IdsOkRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> IdsOkRef<'a> {
            /// Getter for the [`first` field](IdsOk#structfield.first).
            #[inline]
            pub fn first(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(0, "IdsOk", "first")?.unwrap_or(0))
            }

            /// Getter for the [`count` field](IdsOk#structfield.count).
            #[inline]
            pub fn count(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(1, "IdsOk", "count")?.unwrap_or(0))
            }
        }

        impl<'a> ::core::fmt::Debug for IdsOkRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("IdsOkRef");
                f.field("first", &self.first());
                f.field("count", &self.count());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<IdsOkRef<'a>> for IdsOk {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: IdsOkRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    first: ::core::convert::TryInto::try_into(value.first()?)?,
                    count: ::core::convert::TryInto::try_into(value.count()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for IdsOkRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for IdsOkRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[IdsOkRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<IdsOk>> for IdsOk {
            type Value = ::planus::Offset<IdsOk>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<IdsOk>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for IdsOkRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[IdsOkRef]", "read_as_root", 0))
            }
        }

        /// The enum `GuardKind` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Enum `GuardKind` in the file `/work/main/protocol/schema/osmia.fbs:249`
        #[derive(
            Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash,
        )]
        #[repr(u8)]
        pub enum GuardKind {
            /// The variant `Absent` in the enum `GuardKind`
            Absent = 0,

            /// The variant `Present` in the enum `GuardKind`
            Present = 1,

            /// The variant `Equal` in the enum `GuardKind`
            Equal = 2,

            /// The variant `DirectoryEmpty` in the enum `GuardKind`
            DirectoryEmpty = 3,
        }

        impl GuardKind {
            /// Array containing all valid variants of GuardKind
            pub const ENUM_VALUES: [Self; 4] =
                [Self::Absent, Self::Present, Self::Equal, Self::DirectoryEmpty];
        }

        impl ::core::convert::TryFrom<u8> for GuardKind {
            type Error = ::planus::errors::UnknownEnumTagKind;
            #[inline]
            fn try_from(value: u8) -> ::core::result::Result<Self, ::planus::errors::UnknownEnumTagKind> {
                #[allow(clippy::match_single_binding)]
                match value {
                    0 => ::core::result::Result::Ok(GuardKind::Absent),
                    1 => ::core::result::Result::Ok(GuardKind::Present),
                    2 => ::core::result::Result::Ok(GuardKind::Equal),
                    3 => ::core::result::Result::Ok(GuardKind::DirectoryEmpty),

                    _ => ::core::result::Result::Err(::planus::errors::UnknownEnumTagKind {
                        tag: value as i128,
                    }),
                }
            }
        }

        impl ::core::convert::From<GuardKind> for u8 {
            #[inline]
            fn from(value: GuardKind) -> Self {
                value as u8
            }
        }

        /// # Safety
        /// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
        unsafe impl ::planus::Primitive for GuardKind {
            const ALIGNMENT: usize = 1;
            const SIZE: usize = 1;
        }

        impl ::planus::WriteAsPrimitive<GuardKind> for GuardKind {
            #[inline]
            fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
                (*self as u8).write(cursor, buffer_position);
            }
        }

        impl ::planus::WriteAs<GuardKind> for GuardKind {
            type Prepared = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> GuardKind {
                *self
            }
        }

        impl ::planus::WriteAsDefault<GuardKind, GuardKind> for GuardKind {
            type Prepared = Self;

            #[inline]
            fn prepare(
                &self,
                _builder: &mut ::planus::Builder,
                default: &GuardKind,
            ) -> ::core::option::Option<GuardKind> {
                if self == default {
                    ::core::option::Option::None
                } else {
                    ::core::option::Option::Some(*self)
                }
            }
        }

        impl ::planus::WriteAsOptional<GuardKind> for GuardKind {
            type Prepared = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<GuardKind> {
                ::core::option::Option::Some(*self)
            }
        }

        impl<'buf> ::planus::TableRead<'buf> for GuardKind {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'buf>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                let n: u8 = ::planus::TableRead::from_buffer(buffer, offset)?;
                ::core::result::Result::Ok(::core::convert::TryInto::try_into(n)?)
            }
        }

        impl<'buf> ::planus::VectorReadInner<'buf> for GuardKind {
            type Error = ::planus::errors::UnknownEnumTag;
            const STRIDE: usize = 1;
            #[inline]
            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'buf>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::UnknownEnumTag> {
                let value = unsafe { *buffer.buffer.get_unchecked(offset) };
                let value: ::core::result::Result<Self, _> = ::core::convert::TryInto::try_into(value);
                value.map_err(|error_kind| {
                    error_kind.with_error_location(
                        "GuardKind",
                        "VectorRead::from_buffer",
                        buffer.offset_from_start,
                    )
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<GuardKind> for GuardKind {
            const STRIDE: usize = 1;

            type Value = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
                *self
            }

            #[inline]
            unsafe fn write_values(
                values: &[Self],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 1];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - i as u32,
                    );
                }
            }
        }

        ///  `status`: what the operation fails with when the guard does not hold.
        ///
        /// Generated from these locations:
        /// * Table `Guard` in the file `/work/main/protocol/schema/osmia.fbs:251`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct Guard {
            /// The field `kind` in the table `Guard`
            pub kind: self::GuardKind,
            /// The field `key` in the table `Guard`
            pub key: ::core::option::Option<::planus::alloc::vec::Vec<u8>>,
            /// The field `value` in the table `Guard`
            pub value: ::core::option::Option<::planus::alloc::vec::Vec<u8>>,
            /// The field `status` in the table `Guard`
            pub status: u16,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Guard {
            fn default() -> Self {
                Self {
                    kind: self::GuardKind::Absent,
                    key: ::core::default::Default::default(),
                    value: ::core::default::Default::default(),
                    status: 0,
                }
            }
        }

        impl Guard {
            /// Creates a [GuardBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> GuardBuilder<()> {
                GuardBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_kind: impl ::planus::WriteAsDefault<self::GuardKind, self::GuardKind>,
                field_key: impl ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                field_value: impl ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                field_status: impl ::planus::WriteAsDefault<u16, u16>,
            ) -> ::planus::Offset<Self> {
                let prepared_kind = field_kind.prepare(builder, &self::GuardKind::Absent);
                let prepared_key = field_key.prepare(builder);
                let prepared_value = field_value.prepare(builder);
                let prepared_status = field_status.prepare(builder, &0);

                let mut table_writer: ::planus::table_writer::TableWriter<12> =
                    ::core::default::Default::default();
                if prepared_key.is_some() {
                    table_writer.write_entry::<::planus::Offset<[u8]>>(1);
                }
                if prepared_value.is_some() {
                    table_writer.write_entry::<::planus::Offset<[u8]>>(2);
                }
                if prepared_status.is_some() {
                    table_writer.write_entry::<u16>(3);
                }
                if prepared_kind.is_some() {
                    table_writer.write_entry::<self::GuardKind>(0);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_key) = prepared_key {
                            object_writer.write::<_, _, 4>(&prepared_key);
                        }
                        if let ::core::option::Option::Some(prepared_value) = prepared_value {
                            object_writer.write::<_, _, 4>(&prepared_value);
                        }
                        if let ::core::option::Option::Some(prepared_status) = prepared_status {
                            object_writer.write::<_, _, 2>(&prepared_status);
                        }
                        if let ::core::option::Option::Some(prepared_kind) = prepared_kind {
                            object_writer.write::<_, _, 1>(&prepared_kind);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Guard>> for Guard {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Guard> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Guard>> for Guard {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Guard>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Guard> for Guard {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Guard> {
                Guard::create(builder, self.kind, &self.key, &self.value, self.status)
            }
        }

        /// Builder for serializing an instance of the [Guard] type.
        ///
        /// Can be created using the [Guard::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct GuardBuilder<State>(State);

        impl GuardBuilder<()> {
            /// Setter for the [`kind` field](Guard#structfield.kind).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn kind<T0>(self, value: T0) -> GuardBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<self::GuardKind, self::GuardKind>,
            {
                GuardBuilder((value,))
            }

            /// Sets the [`kind` field](Guard#structfield.kind) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn kind_as_default(self) -> GuardBuilder<(::planus::DefaultValue,)> {
                self.kind(::planus::DefaultValue)
            }
        }

        impl<T0> GuardBuilder<(T0,)> {
            /// Setter for the [`key` field](Guard#structfield.key).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn key<T1>(self, value: T1) -> GuardBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
            {
                let (v0,) = self.0;
                GuardBuilder((v0, value))
            }

            /// Sets the [`key` field](Guard#structfield.key) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn key_as_null(self) -> GuardBuilder<(T0, ())> {
                self.key(())
            }
        }

        impl<T0, T1> GuardBuilder<(T0, T1)> {
            /// Setter for the [`value` field](Guard#structfield.value).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn value<T2>(self, value: T2) -> GuardBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
            {
                let (v0, v1) = self.0;
                GuardBuilder((v0, v1, value))
            }

            /// Sets the [`value` field](Guard#structfield.value) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn value_as_null(self) -> GuardBuilder<(T0, T1, ())> {
                self.value(())
            }
        }

        impl<T0, T1, T2> GuardBuilder<(T0, T1, T2)> {
            /// Setter for the [`status` field](Guard#structfield.status).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn status<T3>(self, value: T3) -> GuardBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAsDefault<u16, u16>,
            {
                let (v0, v1, v2) = self.0;
                GuardBuilder((v0, v1, v2, value))
            }

            /// Sets the [`status` field](Guard#structfield.status) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn status_as_default(self) -> GuardBuilder<(T0, T1, T2, ::planus::DefaultValue)> {
                self.status(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3> GuardBuilder<(T0, T1, T2, T3)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Guard].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Guard>
            where
                Self: ::planus::WriteAsOffset<Guard>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<self::GuardKind, self::GuardKind>,
                T1: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                T2: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                T3: ::planus::WriteAsDefault<u16, u16>,
            > ::planus::WriteAs<::planus::Offset<Guard>> for GuardBuilder<(T0, T1, T2, T3)>
        {
            type Prepared = ::planus::Offset<Guard>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Guard> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<self::GuardKind, self::GuardKind>,
                T1: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                T2: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                T3: ::planus::WriteAsDefault<u16, u16>,
            > ::planus::WriteAsOptional<::planus::Offset<Guard>> for GuardBuilder<(T0, T1, T2, T3)>
        {
            type Prepared = ::planus::Offset<Guard>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Guard>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<self::GuardKind, self::GuardKind>,
                T1: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                T2: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                T3: ::planus::WriteAsDefault<u16, u16>,
            > ::planus::WriteAsOffset<Guard> for GuardBuilder<(T0, T1, T2, T3)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Guard> {
                let (v0, v1, v2, v3) = &self.0;
                Guard::create(builder, v0, v1, v2, v3)
            }
        }

        /// Reference to a deserialized [Guard].
        #[derive(Copy, Clone)]
        pub struct GuardRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> GuardRef<'a> {
            /// Getter for the [`kind` field](Guard#structfield.kind).
            #[inline]
            pub fn kind(&self) -> ::planus::Result<self::GuardKind> {
                ::core::result::Result::Ok(
                    self.0.access(0, "Guard", "kind")?.unwrap_or(self::GuardKind::Absent),
                )
            }

            /// Getter for the [`key` field](Guard#structfield.key).
            #[inline]
            pub fn key(&self) -> ::planus::Result<::core::option::Option<&'a [u8]>> {
                self.0.access(1, "Guard", "key")
            }

            /// Getter for the [`value` field](Guard#structfield.value).
            #[inline]
            pub fn value(&self) -> ::planus::Result<::core::option::Option<&'a [u8]>> {
                self.0.access(2, "Guard", "value")
            }

            /// Getter for the [`status` field](Guard#structfield.status).
            #[inline]
            pub fn status(&self) -> ::planus::Result<u16> {
                ::core::result::Result::Ok(self.0.access(3, "Guard", "status")?.unwrap_or(0))
            }
        }

        impl<'a> ::core::fmt::Debug for GuardRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("GuardRef");
                f.field("kind", &self.kind());
                if let ::core::option::Option::Some(field_key) = self.key().transpose() {
                    f.field("key", &field_key);
                }
                if let ::core::option::Option::Some(field_value) = self.value().transpose() {
                    f.field("value", &field_value);
                }
                f.field("status", &self.status());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<GuardRef<'a>> for Guard {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: GuardRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    kind: ::core::convert::TryInto::try_into(value.kind()?)?,
                    key: value.key()?.map(|v| v.to_vec()),
                    value: value.value()?.map(|v| v.to_vec()),
                    status: ::core::convert::TryInto::try_into(value.status()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for GuardRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for GuardRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[GuardRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Guard>> for Guard {
            type Value = ::planus::Offset<Guard>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Guard>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for GuardRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[GuardRef]", "read_as_root", 0))
            }
        }

        /// The enum `ChangeKind` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Enum `ChangeKind` in the file `/work/main/protocol/schema/osmia.fbs:252`
        #[derive(
            Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash,
        )]
        #[repr(u8)]
        pub enum ChangeKind {
            /// The variant `Put` in the enum `ChangeKind`
            Put = 0,

            /// The variant `Delete` in the enum `ChangeKind`
            Delete = 1,

            /// The variant `DirectoryCount` in the enum `ChangeKind`
            DirectoryCount = 2,
        }

        impl ChangeKind {
            /// Array containing all valid variants of ChangeKind
            pub const ENUM_VALUES: [Self; 3] = [Self::Put, Self::Delete, Self::DirectoryCount];
        }

        impl ::core::convert::TryFrom<u8> for ChangeKind {
            type Error = ::planus::errors::UnknownEnumTagKind;
            #[inline]
            fn try_from(value: u8) -> ::core::result::Result<Self, ::planus::errors::UnknownEnumTagKind> {
                #[allow(clippy::match_single_binding)]
                match value {
                    0 => ::core::result::Result::Ok(ChangeKind::Put),
                    1 => ::core::result::Result::Ok(ChangeKind::Delete),
                    2 => ::core::result::Result::Ok(ChangeKind::DirectoryCount),

                    _ => ::core::result::Result::Err(::planus::errors::UnknownEnumTagKind {
                        tag: value as i128,
                    }),
                }
            }
        }

        impl ::core::convert::From<ChangeKind> for u8 {
            #[inline]
            fn from(value: ChangeKind) -> Self {
                value as u8
            }
        }

        /// # Safety
        /// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
        unsafe impl ::planus::Primitive for ChangeKind {
            const ALIGNMENT: usize = 1;
            const SIZE: usize = 1;
        }

        impl ::planus::WriteAsPrimitive<ChangeKind> for ChangeKind {
            #[inline]
            fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
                (*self as u8).write(cursor, buffer_position);
            }
        }

        impl ::planus::WriteAs<ChangeKind> for ChangeKind {
            type Prepared = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> ChangeKind {
                *self
            }
        }

        impl ::planus::WriteAsDefault<ChangeKind, ChangeKind> for ChangeKind {
            type Prepared = Self;

            #[inline]
            fn prepare(
                &self,
                _builder: &mut ::planus::Builder,
                default: &ChangeKind,
            ) -> ::core::option::Option<ChangeKind> {
                if self == default {
                    ::core::option::Option::None
                } else {
                    ::core::option::Option::Some(*self)
                }
            }
        }

        impl ::planus::WriteAsOptional<ChangeKind> for ChangeKind {
            type Prepared = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<ChangeKind> {
                ::core::option::Option::Some(*self)
            }
        }

        impl<'buf> ::planus::TableRead<'buf> for ChangeKind {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'buf>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                let n: u8 = ::planus::TableRead::from_buffer(buffer, offset)?;
                ::core::result::Result::Ok(::core::convert::TryInto::try_into(n)?)
            }
        }

        impl<'buf> ::planus::VectorReadInner<'buf> for ChangeKind {
            type Error = ::planus::errors::UnknownEnumTag;
            const STRIDE: usize = 1;
            #[inline]
            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'buf>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::UnknownEnumTag> {
                let value = unsafe { *buffer.buffer.get_unchecked(offset) };
                let value: ::core::result::Result<Self, _> = ::core::convert::TryInto::try_into(value);
                value.map_err(|error_kind| {
                    error_kind.with_error_location(
                        "ChangeKind",
                        "VectorRead::from_buffer",
                        buffer.offset_from_start,
                    )
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<ChangeKind> for ChangeKind {
            const STRIDE: usize = 1;

            type Value = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
                *self
            }

            #[inline]
            unsafe fn write_values(
                values: &[Self],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 1];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - i as u32,
                    );
                }
            }
        }

        ///  `DirectoryCount`: the directory's entry count and link count change by these, and its times become `time`.
        ///
        /// Generated from these locations:
        /// * Table `Change` in the file `/work/main/protocol/schema/osmia.fbs:254`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct Change {
            /// The field `kind` in the table `Change`
            pub kind: self::ChangeKind,
            /// The field `key` in the table `Change`
            pub key: ::core::option::Option<::planus::alloc::vec::Vec<u8>>,
            /// The field `value` in the table `Change`
            pub value: ::core::option::Option<::planus::alloc::vec::Vec<u8>>,
            /// The field `entries` in the table `Change`
            pub entries: i32,
            /// The field `links` in the table `Change`
            pub links: i32,
            /// The field `time` in the table `Change`
            pub time: i64,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Change {
            fn default() -> Self {
                Self {
                    kind: self::ChangeKind::Put,
                    key: ::core::default::Default::default(),
                    value: ::core::default::Default::default(),
                    entries: 0,
                    links: 0,
                    time: 0,
                }
            }
        }

        impl Change {
            /// Creates a [ChangeBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> ChangeBuilder<()> {
                ChangeBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_kind: impl ::planus::WriteAsDefault<self::ChangeKind, self::ChangeKind>,
                field_key: impl ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                field_value: impl ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                field_entries: impl ::planus::WriteAsDefault<i32, i32>,
                field_links: impl ::planus::WriteAsDefault<i32, i32>,
                field_time: impl ::planus::WriteAsDefault<i64, i64>,
            ) -> ::planus::Offset<Self> {
                let prepared_kind = field_kind.prepare(builder, &self::ChangeKind::Put);
                let prepared_key = field_key.prepare(builder);
                let prepared_value = field_value.prepare(builder);
                let prepared_entries = field_entries.prepare(builder, &0);
                let prepared_links = field_links.prepare(builder, &0);
                let prepared_time = field_time.prepare(builder, &0);

                let mut table_writer: ::planus::table_writer::TableWriter<16> =
                    ::core::default::Default::default();
                if prepared_time.is_some() {
                    table_writer.write_entry::<i64>(5);
                }
                if prepared_key.is_some() {
                    table_writer.write_entry::<::planus::Offset<[u8]>>(1);
                }
                if prepared_value.is_some() {
                    table_writer.write_entry::<::planus::Offset<[u8]>>(2);
                }
                if prepared_entries.is_some() {
                    table_writer.write_entry::<i32>(3);
                }
                if prepared_links.is_some() {
                    table_writer.write_entry::<i32>(4);
                }
                if prepared_kind.is_some() {
                    table_writer.write_entry::<self::ChangeKind>(0);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_time) = prepared_time {
                            object_writer.write::<_, _, 8>(&prepared_time);
                        }
                        if let ::core::option::Option::Some(prepared_key) = prepared_key {
                            object_writer.write::<_, _, 4>(&prepared_key);
                        }
                        if let ::core::option::Option::Some(prepared_value) = prepared_value {
                            object_writer.write::<_, _, 4>(&prepared_value);
                        }
                        if let ::core::option::Option::Some(prepared_entries) = prepared_entries {
                            object_writer.write::<_, _, 4>(&prepared_entries);
                        }
                        if let ::core::option::Option::Some(prepared_links) = prepared_links {
                            object_writer.write::<_, _, 4>(&prepared_links);
                        }
                        if let ::core::option::Option::Some(prepared_kind) = prepared_kind {
                            object_writer.write::<_, _, 1>(&prepared_kind);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Change>> for Change {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Change> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Change>> for Change {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Change>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Change> for Change {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Change> {
                Change::create(
                    builder,
                    self.kind,
                    &self.key,
                    &self.value,
                    self.entries,
                    self.links,
                    self.time,
                )
            }
        }

        /// Builder for serializing an instance of the [Change] type.
        ///
        /// Can be created using the [Change::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct ChangeBuilder<State>(State);

        impl ChangeBuilder<()> {
            /// Setter for the [`kind` field](Change#structfield.kind).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn kind<T0>(self, value: T0) -> ChangeBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<self::ChangeKind, self::ChangeKind>,
            {
                ChangeBuilder((value,))
            }

            /// Sets the [`kind` field](Change#structfield.kind) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn kind_as_default(self) -> ChangeBuilder<(::planus::DefaultValue,)> {
                self.kind(::planus::DefaultValue)
            }
        }

        impl<T0> ChangeBuilder<(T0,)> {
            /// Setter for the [`key` field](Change#structfield.key).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn key<T1>(self, value: T1) -> ChangeBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
            {
                let (v0,) = self.0;
                ChangeBuilder((v0, value))
            }

            /// Sets the [`key` field](Change#structfield.key) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn key_as_null(self) -> ChangeBuilder<(T0, ())> {
                self.key(())
            }
        }

        impl<T0, T1> ChangeBuilder<(T0, T1)> {
            /// Setter for the [`value` field](Change#structfield.value).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn value<T2>(self, value: T2) -> ChangeBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
            {
                let (v0, v1) = self.0;
                ChangeBuilder((v0, v1, value))
            }

            /// Sets the [`value` field](Change#structfield.value) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn value_as_null(self) -> ChangeBuilder<(T0, T1, ())> {
                self.value(())
            }
        }

        impl<T0, T1, T2> ChangeBuilder<(T0, T1, T2)> {
            /// Setter for the [`entries` field](Change#structfield.entries).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn entries<T3>(self, value: T3) -> ChangeBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAsDefault<i32, i32>,
            {
                let (v0, v1, v2) = self.0;
                ChangeBuilder((v0, v1, v2, value))
            }

            /// Sets the [`entries` field](Change#structfield.entries) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn entries_as_default(self) -> ChangeBuilder<(T0, T1, T2, ::planus::DefaultValue)> {
                self.entries(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3> ChangeBuilder<(T0, T1, T2, T3)> {
            /// Setter for the [`links` field](Change#structfield.links).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn links<T4>(self, value: T4) -> ChangeBuilder<(T0, T1, T2, T3, T4)>
            where
                T4: ::planus::WriteAsDefault<i32, i32>,
            {
                let (v0, v1, v2, v3) = self.0;
                ChangeBuilder((v0, v1, v2, v3, value))
            }

            /// Sets the [`links` field](Change#structfield.links) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn links_as_default(self) -> ChangeBuilder<(T0, T1, T2, T3, ::planus::DefaultValue)> {
                self.links(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4> ChangeBuilder<(T0, T1, T2, T3, T4)> {
            /// Setter for the [`time` field](Change#structfield.time).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn time<T5>(self, value: T5) -> ChangeBuilder<(T0, T1, T2, T3, T4, T5)>
            where
                T5: ::planus::WriteAsDefault<i64, i64>,
            {
                let (v0, v1, v2, v3, v4) = self.0;
                ChangeBuilder((v0, v1, v2, v3, v4, value))
            }

            /// Sets the [`time` field](Change#structfield.time) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn time_as_default(self) -> ChangeBuilder<(T0, T1, T2, T3, T4, ::planus::DefaultValue)> {
                self.time(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5> ChangeBuilder<(T0, T1, T2, T3, T4, T5)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Change].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Change>
            where
                Self: ::planus::WriteAsOffset<Change>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<self::ChangeKind, self::ChangeKind>,
                T1: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                T2: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                T3: ::planus::WriteAsDefault<i32, i32>,
                T4: ::planus::WriteAsDefault<i32, i32>,
                T5: ::planus::WriteAsDefault<i64, i64>,
            > ::planus::WriteAs<::planus::Offset<Change>> for ChangeBuilder<(T0, T1, T2, T3, T4, T5)>
        {
            type Prepared = ::planus::Offset<Change>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Change> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<self::ChangeKind, self::ChangeKind>,
                T1: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                T2: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                T3: ::planus::WriteAsDefault<i32, i32>,
                T4: ::planus::WriteAsDefault<i32, i32>,
                T5: ::planus::WriteAsDefault<i64, i64>,
            > ::planus::WriteAsOptional<::planus::Offset<Change>>
            for ChangeBuilder<(T0, T1, T2, T3, T4, T5)>
        {
            type Prepared = ::planus::Offset<Change>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Change>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<self::ChangeKind, self::ChangeKind>,
                T1: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                T2: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                T3: ::planus::WriteAsDefault<i32, i32>,
                T4: ::planus::WriteAsDefault<i32, i32>,
                T5: ::planus::WriteAsDefault<i64, i64>,
            > ::planus::WriteAsOffset<Change> for ChangeBuilder<(T0, T1, T2, T3, T4, T5)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Change> {
                let (v0, v1, v2, v3, v4, v5) = &self.0;
                Change::create(builder, v0, v1, v2, v3, v4, v5)
            }
        }

        /// Reference to a deserialized [Change].
        #[derive(Copy, Clone)]
        pub struct ChangeRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> ChangeRef<'a> {
            /// Getter for the [`kind` field](Change#structfield.kind).
            #[inline]
            pub fn kind(&self) -> ::planus::Result<self::ChangeKind> {
                ::core::result::Result::Ok(
                    self.0.access(0, "Change", "kind")?.unwrap_or(self::ChangeKind::Put),
                )
            }

            /// Getter for the [`key` field](Change#structfield.key).
            #[inline]
            pub fn key(&self) -> ::planus::Result<::core::option::Option<&'a [u8]>> {
                self.0.access(1, "Change", "key")
            }

            /// Getter for the [`value` field](Change#structfield.value).
            #[inline]
            pub fn value(&self) -> ::planus::Result<::core::option::Option<&'a [u8]>> {
                self.0.access(2, "Change", "value")
            }

            /// Getter for the [`entries` field](Change#structfield.entries).
            #[inline]
            pub fn entries(&self) -> ::planus::Result<i32> {
                ::core::result::Result::Ok(self.0.access(3, "Change", "entries")?.unwrap_or(0))
            }

            /// Getter for the [`links` field](Change#structfield.links).
            #[inline]
            pub fn links(&self) -> ::planus::Result<i32> {
                ::core::result::Result::Ok(self.0.access(4, "Change", "links")?.unwrap_or(0))
            }

            /// Getter for the [`time` field](Change#structfield.time).
            #[inline]
            pub fn time(&self) -> ::planus::Result<i64> {
                ::core::result::Result::Ok(self.0.access(5, "Change", "time")?.unwrap_or(0))
            }
        }

        impl<'a> ::core::fmt::Debug for ChangeRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("ChangeRef");
                f.field("kind", &self.kind());
                if let ::core::option::Option::Some(field_key) = self.key().transpose() {
                    f.field("key", &field_key);
                }
                if let ::core::option::Option::Some(field_value) = self.value().transpose() {
                    f.field("value", &field_value);
                }
                f.field("entries", &self.entries());
                f.field("links", &self.links());
                f.field("time", &self.time());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<ChangeRef<'a>> for Change {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: ChangeRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    kind: ::core::convert::TryInto::try_into(value.kind()?)?,
                    key: value.key()?.map(|v| v.to_vec()),
                    value: value.value()?.map(|v| v.to_vec()),
                    entries: ::core::convert::TryInto::try_into(value.entries()?)?,
                    links: ::core::convert::TryInto::try_into(value.links()?)?,
                    time: ::core::convert::TryInto::try_into(value.time()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for ChangeRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for ChangeRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[ChangeRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Change>> for Change {
            type Value = ::planus::Offset<Change>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Change>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for ChangeRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[ChangeRef]", "read_as_root", 0))
            }
        }

        /// The struct `TxnId` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Struct `TxnId` in the file `/work/main/protocol/schema/osmia.fbs:262`
        #[derive(
            Copy,
            Clone,
            Debug,
            PartialEq,
            PartialOrd,
            Eq,
            Ord,
            Hash,
            Default,
           
           
        )]
        pub struct TxnId {
            /// The field `shard` in the struct `TxnId`
            pub shard: u32,

            /// The field `pad` in the struct `TxnId`
            pub pad: u32,

            /// The field `serial` in the struct `TxnId`
            pub serial: u64,
        }

        /// # Safety
        /// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
        unsafe impl ::planus::Primitive for TxnId {
            const ALIGNMENT: usize = 8;
            const SIZE: usize = 16;
        }

        #[allow(clippy::identity_op)]
        impl ::planus::WriteAsPrimitive<TxnId> for TxnId {
            #[inline]
            fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
                let (cur, cursor) = cursor.split::<4, 12>();
                self.shard.write(cur, buffer_position - 0);
                let (cur, cursor) = cursor.split::<4, 8>();
                self.pad.write(cur, buffer_position - 4);
                let (cur, cursor) = cursor.split::<8, 0>();
                self.serial.write(cur, buffer_position - 8);
                cursor.finish([]);
            }
        }

        impl ::planus::WriteAsOffset<TxnId> for TxnId {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<TxnId> {
                unsafe {
                    builder.write_with(16, 7, |buffer_position, bytes| {
                        let bytes = bytes.as_mut_ptr();

                        ::planus::WriteAsPrimitive::write(
                            self,
                            ::planus::Cursor::new(&mut *(bytes as *mut [::core::mem::MaybeUninit<u8>; 16])),
                            buffer_position,
                        );
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<TxnId> for TxnId {
            type Prepared = Self;
            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
                *self
            }
        }

        impl ::planus::WriteAsOptional<TxnId> for TxnId {
            type Prepared = Self;
            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<Self> {
                ::core::option::Option::Some(*self)
            }
        }

        /// Reference to a deserialized [TxnId].
        #[derive(Copy, Clone)]
        pub struct TxnIdRef<'a>(::planus::ArrayWithStartOffset<'a, 16>);

        impl<'a> TxnIdRef<'a> {
            /// Getter for the [`shard` field](TxnId#structfield.shard).
            pub fn shard(&self) -> u32 {
                let buffer = self.0.advance_as_array::<4>(0).unwrap();

                u32::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`pad` field](TxnId#structfield.pad).
            pub fn pad(&self) -> u32 {
                let buffer = self.0.advance_as_array::<4>(4).unwrap();

                u32::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`serial` field](TxnId#structfield.serial).
            pub fn serial(&self) -> u64 {
                let buffer = self.0.advance_as_array::<8>(8).unwrap();

                u64::from_le_bytes(*buffer.as_array())
            }
        }

        impl<'a> ::core::fmt::Debug for TxnIdRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("TxnIdRef");
                f.field("shard", &self.shard());
                f.field("pad", &self.pad());
                f.field("serial", &self.serial());
                f.finish()
            }
        }

        impl<'a> ::core::convert::From<::planus::ArrayWithStartOffset<'a, 16>> for TxnIdRef<'a> {
            fn from(array: ::planus::ArrayWithStartOffset<'a, 16>) -> Self {
                Self(array)
            }
        }

        impl<'a> ::core::convert::From<TxnIdRef<'a>> for TxnId {
            #[allow(unreachable_code)]
            fn from(value: TxnIdRef<'a>) -> Self {
                Self { shard: value.shard(), pad: value.pad(), serial: value.serial() }
            }
        }

        impl<'a, 'b> ::core::cmp::PartialEq<TxnIdRef<'a>> for TxnIdRef<'b> {
            fn eq(&self, other: &TxnIdRef<'_>) -> bool {
                self.shard() == other.shard() && self.pad() == other.pad() && self.serial() == other.serial()
            }
        }

        impl<'a> ::core::cmp::Eq for TxnIdRef<'a> {}
        impl<'a, 'b> ::core::cmp::PartialOrd<TxnIdRef<'a>> for TxnIdRef<'b> {
            fn partial_cmp(&self, other: &TxnIdRef<'_>) -> ::core::option::Option<::core::cmp::Ordering> {
                ::core::option::Option::Some(::core::cmp::Ord::cmp(self, other))
            }
        }

        impl<'a> ::core::cmp::Ord for TxnIdRef<'a> {
            fn cmp(&self, other: &TxnIdRef<'_>) -> ::core::cmp::Ordering {
                self.shard()
                    .cmp(&other.shard())
                    .then_with(|| self.pad().cmp(&other.pad()))
                    .then_with(|| self.serial().cmp(&other.serial()))
            }
        }

        impl<'a> ::core::hash::Hash for TxnIdRef<'a> {
            fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
                self.shard().hash(state);
                self.pad().hash(state);
                self.serial().hash(state);
            }
        }

        impl<'a> ::planus::TableRead<'a> for TxnIdRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                let buffer = buffer.advance_as_array::<16>(offset)?;
                ::core::result::Result::Ok(Self(buffer))
            }
        }

        impl<'a> ::planus::VectorRead<'a> for TxnIdRef<'a> {
            const STRIDE: usize = 16;

            #[inline]
            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> Self {
                Self(unsafe { buffer.unchecked_advance_as_array(offset) })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<TxnId> for TxnId {
            const STRIDE: usize = 16;

            type Value = TxnId;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self::Value {
                *self
            }

            #[inline]
            unsafe fn write_values(
                values: &[TxnId],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 16];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (16 * i) as u32,
                    );
                }
            }
        }

        ///  Validates the guards, locks the keys and persists the intent; the reply is the vote. Never waits: a
        ///  conflict is `Status::Conflict`.
        ///
        /// Generated from these locations:
        /// * Table `Prepare` in the file `/work/main/protocol/schema/osmia.fbs:265`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct Prepare {
            /// The field `txn` in the table `Prepare`
            pub txn: ::core::option::Option<self::TxnId>,
            /// The field `guards` in the table `Prepare`
            pub guards: ::core::option::Option<::planus::alloc::vec::Vec<self::Guard>>,
            /// The field `changes` in the table `Prepare`
            pub changes: ::core::option::Option<::planus::alloc::vec::Vec<self::Change>>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Prepare {
            fn default() -> Self {
                Self {
                    txn: ::core::default::Default::default(),
                    guards: ::core::default::Default::default(),
                    changes: ::core::default::Default::default(),
                }
            }
        }

        impl Prepare {
            /// Creates a [PrepareBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> PrepareBuilder<()> {
                PrepareBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_txn: impl ::planus::WriteAsOptional<self::TxnId>,
                field_guards: impl ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Guard>]>>,
                field_changes: impl ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Change>]>>,
            ) -> ::planus::Offset<Self> {
                let prepared_txn = field_txn.prepare(builder);
                let prepared_guards = field_guards.prepare(builder);
                let prepared_changes = field_changes.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<10> =
                    ::core::default::Default::default();
                if prepared_txn.is_some() {
                    table_writer.write_entry::<self::TxnId>(0);
                }
                if prepared_guards.is_some() {
                    table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::Guard>]>>(1);
                }
                if prepared_changes.is_some() {
                    table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::Change>]>>(2);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_txn) = prepared_txn {
                            object_writer.write::<_, _, 16>(&prepared_txn);
                        }
                        if let ::core::option::Option::Some(prepared_guards) = prepared_guards {
                            object_writer.write::<_, _, 4>(&prepared_guards);
                        }
                        if let ::core::option::Option::Some(prepared_changes) = prepared_changes {
                            object_writer.write::<_, _, 4>(&prepared_changes);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Prepare>> for Prepare {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Prepare> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Prepare>> for Prepare {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Prepare>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Prepare> for Prepare {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Prepare> {
                Prepare::create(builder, self.txn, &self.guards, &self.changes)
            }
        }

        /// Builder for serializing an instance of the [Prepare] type.
        ///
        /// Can be created using the [Prepare::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct PrepareBuilder<State>(State);

        impl PrepareBuilder<()> {
            /// Setter for the [`txn` field](Prepare#structfield.txn).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn txn<T0>(self, value: T0) -> PrepareBuilder<(T0,)>
            where
                T0: ::planus::WriteAsOptional<self::TxnId>,
            {
                PrepareBuilder((value,))
            }

            /// Sets the [`txn` field](Prepare#structfield.txn) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn txn_as_null(self) -> PrepareBuilder<((),)> {
                self.txn(())
            }
        }

        impl<T0> PrepareBuilder<(T0,)> {
            /// Setter for the [`guards` field](Prepare#structfield.guards).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn guards<T1>(self, value: T1) -> PrepareBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Guard>]>>,
            {
                let (v0,) = self.0;
                PrepareBuilder((v0, value))
            }

            /// Sets the [`guards` field](Prepare#structfield.guards) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn guards_as_null(self) -> PrepareBuilder<(T0, ())> {
                self.guards(())
            }
        }

        impl<T0, T1> PrepareBuilder<(T0, T1)> {
            /// Setter for the [`changes` field](Prepare#structfield.changes).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn changes<T2>(self, value: T2) -> PrepareBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Change>]>>,
            {
                let (v0, v1) = self.0;
                PrepareBuilder((v0, v1, value))
            }

            /// Sets the [`changes` field](Prepare#structfield.changes) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn changes_as_null(self) -> PrepareBuilder<(T0, T1, ())> {
                self.changes(())
            }
        }

        impl<T0, T1, T2> PrepareBuilder<(T0, T1, T2)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Prepare].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Prepare>
            where
                Self: ::planus::WriteAsOffset<Prepare>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<self::TxnId>,
                T1: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Guard>]>>,
                T2: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Change>]>>,
            > ::planus::WriteAs<::planus::Offset<Prepare>> for PrepareBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<Prepare>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Prepare> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<self::TxnId>,
                T1: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Guard>]>>,
                T2: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Change>]>>,
            > ::planus::WriteAsOptional<::planus::Offset<Prepare>> for PrepareBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<Prepare>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Prepare>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<self::TxnId>,
                T1: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Guard>]>>,
                T2: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Change>]>>,
            > ::planus::WriteAsOffset<Prepare> for PrepareBuilder<(T0, T1, T2)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Prepare> {
                let (v0, v1, v2) = &self.0;
                Prepare::create(builder, v0, v1, v2)
            }
        }

        /// Reference to a deserialized [Prepare].
        #[derive(Copy, Clone)]
        pub struct PrepareRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> PrepareRef<'a> {
            /// Getter for the [`txn` field](Prepare#structfield.txn).
            #[inline]
            pub fn txn(&self) -> ::planus::Result<::core::option::Option<self::TxnIdRef<'a>>> {
                self.0.access(0, "Prepare", "txn")
            }

            /// Getter for the [`guards` field](Prepare#structfield.guards).
            #[inline]
            pub fn guards(
                &self,
            ) -> ::planus::Result<
                ::core::option::Option<::planus::Vector<'a, ::planus::Result<self::GuardRef<'a>>>>,
            > {
                self.0.access(1, "Prepare", "guards")
            }

            /// Getter for the [`changes` field](Prepare#structfield.changes).
            #[inline]
            pub fn changes(
                &self,
            ) -> ::planus::Result<
                ::core::option::Option<::planus::Vector<'a, ::planus::Result<self::ChangeRef<'a>>>>,
            > {
                self.0.access(2, "Prepare", "changes")
            }
        }

        impl<'a> ::core::fmt::Debug for PrepareRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("PrepareRef");
                if let ::core::option::Option::Some(field_txn) = self.txn().transpose() {
                    f.field("txn", &field_txn);
                }
                if let ::core::option::Option::Some(field_guards) = self.guards().transpose() {
                    f.field("guards", &field_guards);
                }
                if let ::core::option::Option::Some(field_changes) = self.changes().transpose() {
                    f.field("changes", &field_changes);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<PrepareRef<'a>> for Prepare {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: PrepareRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    txn: value.txn()?.map(::core::convert::Into::into),
                    guards: if let ::core::option::Option::Some(guards) = value.guards()? {
                        ::core::option::Option::Some(guards.to_vec_result()?)
                    } else {
                        ::core::option::Option::None
                    },
                    changes: if let ::core::option::Option::Some(changes) = value.changes()? {
                        ::core::option::Option::Some(changes.to_vec_result()?)
                    } else {
                        ::core::option::Option::None
                    },
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for PrepareRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for PrepareRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[PrepareRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Prepare>> for Prepare {
            type Value = ::planus::Offset<Prepare>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Prepare>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for PrepareRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[PrepareRef]", "read_as_root", 0))
            }
        }

        ///  Delivers a decision. It holds the participant's changes, so that one that lost its intent can apply them.
        ///  The reply leaves once the delivery is synced.
        ///
        /// Generated from these locations:
        /// * Table `Decide` in the file `/work/main/protocol/schema/osmia.fbs:272`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct Decide {
            /// The field `txn` in the table `Decide`
            pub txn: ::core::option::Option<self::TxnId>,
            /// The field `commit` in the table `Decide`
            pub commit: bool,
            /// The field `changes` in the table `Decide`
            pub changes: ::core::option::Option<::planus::alloc::vec::Vec<self::Change>>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Decide {
            fn default() -> Self {
                Self {
                    txn: ::core::default::Default::default(),
                    commit: false,
                    changes: ::core::default::Default::default(),
                }
            }
        }

        impl Decide {
            /// Creates a [DecideBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> DecideBuilder<()> {
                DecideBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_txn: impl ::planus::WriteAsOptional<self::TxnId>,
                field_commit: impl ::planus::WriteAsDefault<bool, bool>,
                field_changes: impl ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Change>]>>,
            ) -> ::planus::Offset<Self> {
                let prepared_txn = field_txn.prepare(builder);
                let prepared_commit = field_commit.prepare(builder, &false);
                let prepared_changes = field_changes.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<10> =
                    ::core::default::Default::default();
                if prepared_txn.is_some() {
                    table_writer.write_entry::<self::TxnId>(0);
                }
                if prepared_changes.is_some() {
                    table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::Change>]>>(2);
                }
                if prepared_commit.is_some() {
                    table_writer.write_entry::<bool>(1);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_txn) = prepared_txn {
                            object_writer.write::<_, _, 16>(&prepared_txn);
                        }
                        if let ::core::option::Option::Some(prepared_changes) = prepared_changes {
                            object_writer.write::<_, _, 4>(&prepared_changes);
                        }
                        if let ::core::option::Option::Some(prepared_commit) = prepared_commit {
                            object_writer.write::<_, _, 1>(&prepared_commit);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Decide>> for Decide {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Decide> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Decide>> for Decide {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Decide>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Decide> for Decide {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Decide> {
                Decide::create(builder, self.txn, self.commit, &self.changes)
            }
        }

        /// Builder for serializing an instance of the [Decide] type.
        ///
        /// Can be created using the [Decide::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct DecideBuilder<State>(State);

        impl DecideBuilder<()> {
            /// Setter for the [`txn` field](Decide#structfield.txn).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn txn<T0>(self, value: T0) -> DecideBuilder<(T0,)>
            where
                T0: ::planus::WriteAsOptional<self::TxnId>,
            {
                DecideBuilder((value,))
            }

            /// Sets the [`txn` field](Decide#structfield.txn) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn txn_as_null(self) -> DecideBuilder<((),)> {
                self.txn(())
            }
        }

        impl<T0> DecideBuilder<(T0,)> {
            /// Setter for the [`commit` field](Decide#structfield.commit).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn commit<T1>(self, value: T1) -> DecideBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<bool, bool>,
            {
                let (v0,) = self.0;
                DecideBuilder((v0, value))
            }

            /// Sets the [`commit` field](Decide#structfield.commit) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn commit_as_default(self) -> DecideBuilder<(T0, ::planus::DefaultValue)> {
                self.commit(::planus::DefaultValue)
            }
        }

        impl<T0, T1> DecideBuilder<(T0, T1)> {
            /// Setter for the [`changes` field](Decide#structfield.changes).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn changes<T2>(self, value: T2) -> DecideBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Change>]>>,
            {
                let (v0, v1) = self.0;
                DecideBuilder((v0, v1, value))
            }

            /// Sets the [`changes` field](Decide#structfield.changes) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn changes_as_null(self) -> DecideBuilder<(T0, T1, ())> {
                self.changes(())
            }
        }

        impl<T0, T1, T2> DecideBuilder<(T0, T1, T2)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Decide].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Decide>
            where
                Self: ::planus::WriteAsOffset<Decide>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<self::TxnId>,
                T1: ::planus::WriteAsDefault<bool, bool>,
                T2: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Change>]>>,
            > ::planus::WriteAs<::planus::Offset<Decide>> for DecideBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<Decide>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Decide> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<self::TxnId>,
                T1: ::planus::WriteAsDefault<bool, bool>,
                T2: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Change>]>>,
            > ::planus::WriteAsOptional<::planus::Offset<Decide>> for DecideBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<Decide>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Decide>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<self::TxnId>,
                T1: ::planus::WriteAsDefault<bool, bool>,
                T2: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Change>]>>,
            > ::planus::WriteAsOffset<Decide> for DecideBuilder<(T0, T1, T2)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Decide> {
                let (v0, v1, v2) = &self.0;
                Decide::create(builder, v0, v1, v2)
            }
        }

        /// Reference to a deserialized [Decide].
        #[derive(Copy, Clone)]
        pub struct DecideRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> DecideRef<'a> {
            /// Getter for the [`txn` field](Decide#structfield.txn).
            #[inline]
            pub fn txn(&self) -> ::planus::Result<::core::option::Option<self::TxnIdRef<'a>>> {
                self.0.access(0, "Decide", "txn")
            }

            /// Getter for the [`commit` field](Decide#structfield.commit).
            #[inline]
            pub fn commit(&self) -> ::planus::Result<bool> {
                ::core::result::Result::Ok(self.0.access(1, "Decide", "commit")?.unwrap_or(false))
            }

            /// Getter for the [`changes` field](Decide#structfield.changes).
            #[inline]
            pub fn changes(
                &self,
            ) -> ::planus::Result<
                ::core::option::Option<::planus::Vector<'a, ::planus::Result<self::ChangeRef<'a>>>>,
            > {
                self.0.access(2, "Decide", "changes")
            }
        }

        impl<'a> ::core::fmt::Debug for DecideRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("DecideRef");
                if let ::core::option::Option::Some(field_txn) = self.txn().transpose() {
                    f.field("txn", &field_txn);
                }
                f.field("commit", &self.commit());
                if let ::core::option::Option::Some(field_changes) = self.changes().transpose() {
                    f.field("changes", &field_changes);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<DecideRef<'a>> for Decide {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: DecideRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    txn: value.txn()?.map(::core::convert::Into::into),
                    commit: ::core::convert::TryInto::try_into(value.commit()?)?,
                    changes: if let ::core::option::Option::Some(changes) = value.changes()? {
                        ::core::option::Option::Some(changes.to_vec_result()?)
                    } else {
                        ::core::option::Option::None
                    },
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for DecideRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for DecideRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[DecideRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Decide>> for Decide {
            type Value = ::planus::Offset<Decide>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Decide>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for DecideRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[DecideRef]", "read_as_root", 0))
            }
        }

        ///  Asks the coordinator for a decision. With a zero serial: for all decisions that name the asker.
        ///
        /// Generated from these locations:
        /// * Table `QueryTxn` in the file `/work/main/protocol/schema/osmia.fbs:278`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct QueryTxn {
            /// The field `txn` in the table `QueryTxn`
            pub txn: ::core::option::Option<self::TxnId>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for QueryTxn {
            fn default() -> Self {
                Self { txn: ::core::default::Default::default() }
            }
        }

        impl QueryTxn {
            /// Creates a [QueryTxnBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> QueryTxnBuilder<()> {
                QueryTxnBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_txn: impl ::planus::WriteAsOptional<self::TxnId>,
            ) -> ::planus::Offset<Self> {
                let prepared_txn = field_txn.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<6> =
                    ::core::default::Default::default();
                if prepared_txn.is_some() {
                    table_writer.write_entry::<self::TxnId>(0);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_txn) = prepared_txn {
                            object_writer.write::<_, _, 16>(&prepared_txn);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<QueryTxn>> for QueryTxn {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<QueryTxn> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<QueryTxn>> for QueryTxn {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<QueryTxn>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<QueryTxn> for QueryTxn {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<QueryTxn> {
                QueryTxn::create(builder, self.txn)
            }
        }

        /// Builder for serializing an instance of the [QueryTxn] type.
        ///
        /// Can be created using the [QueryTxn::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct QueryTxnBuilder<State>(State);

        impl QueryTxnBuilder<()> {
            /// Setter for the [`txn` field](QueryTxn#structfield.txn).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn txn<T0>(self, value: T0) -> QueryTxnBuilder<(T0,)>
            where
                T0: ::planus::WriteAsOptional<self::TxnId>,
            {
                QueryTxnBuilder((value,))
            }

            /// Sets the [`txn` field](QueryTxn#structfield.txn) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn txn_as_null(self) -> QueryTxnBuilder<((),)> {
                self.txn(())
            }
        }

        impl<T0> QueryTxnBuilder<(T0,)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [QueryTxn].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<QueryTxn>
            where
                Self: ::planus::WriteAsOffset<QueryTxn>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptional<self::TxnId>> ::planus::WriteAs<::planus::Offset<QueryTxn>>
            for QueryTxnBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<QueryTxn>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<QueryTxn> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptional<self::TxnId>> ::planus::WriteAsOptional<::planus::Offset<QueryTxn>>
            for QueryTxnBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<QueryTxn>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<QueryTxn>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAsOptional<self::TxnId>> ::planus::WriteAsOffset<QueryTxn>
            for QueryTxnBuilder<(T0,)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<QueryTxn> {
                let (v0,) = &self.0;
                QueryTxn::create(builder, v0)
            }
        }

        /// Reference to a deserialized [QueryTxn].
        #[derive(Copy, Clone)]
        pub struct QueryTxnRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> QueryTxnRef<'a> {
            /// Getter for the [`txn` field](QueryTxn#structfield.txn).
            #[inline]
            pub fn txn(&self) -> ::planus::Result<::core::option::Option<self::TxnIdRef<'a>>> {
                self.0.access(0, "QueryTxn", "txn")
            }
        }

        impl<'a> ::core::fmt::Debug for QueryTxnRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("QueryTxnRef");
                if let ::core::option::Option::Some(field_txn) = self.txn().transpose() {
                    f.field("txn", &field_txn);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<QueryTxnRef<'a>> for QueryTxn {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: QueryTxnRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self { txn: value.txn()?.map(::core::convert::Into::into) })
            }
        }

        impl<'a> ::planus::TableRead<'a> for QueryTxnRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for QueryTxnRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[QueryTxnRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<QueryTxn>> for QueryTxn {
            type Value = ::planus::Offset<QueryTxn>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<QueryTxn>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for QueryTxnRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[QueryTxnRef]", "read_as_root", 0))
            }
        }

        /// The enum `TxnState` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Enum `TxnState` in the file `/work/main/protocol/schema/osmia.fbs:279`
        #[derive(
            Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash,
        )]
        #[repr(u8)]
        pub enum TxnState {
            /// The variant `Aborted` in the enum `TxnState`
            Aborted = 0,

            /// The variant `Committed` in the enum `TxnState`
            Committed = 1,

            /// The variant `Running` in the enum `TxnState`
            Running = 2,
        }

        impl TxnState {
            /// Array containing all valid variants of TxnState
            pub const ENUM_VALUES: [Self; 3] = [Self::Aborted, Self::Committed, Self::Running];
        }

        impl ::core::convert::TryFrom<u8> for TxnState {
            type Error = ::planus::errors::UnknownEnumTagKind;
            #[inline]
            fn try_from(value: u8) -> ::core::result::Result<Self, ::planus::errors::UnknownEnumTagKind> {
                #[allow(clippy::match_single_binding)]
                match value {
                    0 => ::core::result::Result::Ok(TxnState::Aborted),
                    1 => ::core::result::Result::Ok(TxnState::Committed),
                    2 => ::core::result::Result::Ok(TxnState::Running),

                    _ => ::core::result::Result::Err(::planus::errors::UnknownEnumTagKind {
                        tag: value as i128,
                    }),
                }
            }
        }

        impl ::core::convert::From<TxnState> for u8 {
            #[inline]
            fn from(value: TxnState) -> Self {
                value as u8
            }
        }

        /// # Safety
        /// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
        unsafe impl ::planus::Primitive for TxnState {
            const ALIGNMENT: usize = 1;
            const SIZE: usize = 1;
        }

        impl ::planus::WriteAsPrimitive<TxnState> for TxnState {
            #[inline]
            fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
                (*self as u8).write(cursor, buffer_position);
            }
        }

        impl ::planus::WriteAs<TxnState> for TxnState {
            type Prepared = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> TxnState {
                *self
            }
        }

        impl ::planus::WriteAsDefault<TxnState, TxnState> for TxnState {
            type Prepared = Self;

            #[inline]
            fn prepare(
                &self,
                _builder: &mut ::planus::Builder,
                default: &TxnState,
            ) -> ::core::option::Option<TxnState> {
                if self == default {
                    ::core::option::Option::None
                } else {
                    ::core::option::Option::Some(*self)
                }
            }
        }

        impl ::planus::WriteAsOptional<TxnState> for TxnState {
            type Prepared = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<TxnState> {
                ::core::option::Option::Some(*self)
            }
        }

        impl<'buf> ::planus::TableRead<'buf> for TxnState {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'buf>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                let n: u8 = ::planus::TableRead::from_buffer(buffer, offset)?;
                ::core::result::Result::Ok(::core::convert::TryInto::try_into(n)?)
            }
        }

        impl<'buf> ::planus::VectorReadInner<'buf> for TxnState {
            type Error = ::planus::errors::UnknownEnumTag;
            const STRIDE: usize = 1;
            #[inline]
            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'buf>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::UnknownEnumTag> {
                let value = unsafe { *buffer.buffer.get_unchecked(offset) };
                let value: ::core::result::Result<Self, _> = ::core::convert::TryInto::try_into(value);
                value.map_err(|error_kind| {
                    error_kind.with_error_location(
                        "TxnState",
                        "VectorRead::from_buffer",
                        buffer.offset_from_start,
                    )
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<TxnState> for TxnState {
            const STRIDE: usize = 1;

            type Value = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
                *self
            }

            #[inline]
            unsafe fn write_values(
                values: &[Self],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 1];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - i as u32,
                    );
                }
            }
        }

        /// The table `TxnOutcome` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Table `TxnOutcome` in the file `/work/main/protocol/schema/osmia.fbs:280`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct TxnOutcome {
            /// The field `txn` in the table `TxnOutcome`
            pub txn: ::core::option::Option<self::TxnId>,
            /// The field `state` in the table `TxnOutcome`
            pub state: self::TxnState,
            /// The field `changes` in the table `TxnOutcome`
            pub changes: ::core::option::Option<::planus::alloc::vec::Vec<self::Change>>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for TxnOutcome {
            fn default() -> Self {
                Self {
                    txn: ::core::default::Default::default(),
                    state: self::TxnState::Aborted,
                    changes: ::core::default::Default::default(),
                }
            }
        }

        impl TxnOutcome {
            /// Creates a [TxnOutcomeBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> TxnOutcomeBuilder<()> {
                TxnOutcomeBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_txn: impl ::planus::WriteAsOptional<self::TxnId>,
                field_state: impl ::planus::WriteAsDefault<self::TxnState, self::TxnState>,
                field_changes: impl ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Change>]>>,
            ) -> ::planus::Offset<Self> {
                let prepared_txn = field_txn.prepare(builder);
                let prepared_state = field_state.prepare(builder, &self::TxnState::Aborted);
                let prepared_changes = field_changes.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<10> =
                    ::core::default::Default::default();
                if prepared_txn.is_some() {
                    table_writer.write_entry::<self::TxnId>(0);
                }
                if prepared_changes.is_some() {
                    table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::Change>]>>(2);
                }
                if prepared_state.is_some() {
                    table_writer.write_entry::<self::TxnState>(1);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_txn) = prepared_txn {
                            object_writer.write::<_, _, 16>(&prepared_txn);
                        }
                        if let ::core::option::Option::Some(prepared_changes) = prepared_changes {
                            object_writer.write::<_, _, 4>(&prepared_changes);
                        }
                        if let ::core::option::Option::Some(prepared_state) = prepared_state {
                            object_writer.write::<_, _, 1>(&prepared_state);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<TxnOutcome>> for TxnOutcome {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<TxnOutcome> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<TxnOutcome>> for TxnOutcome {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<TxnOutcome>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<TxnOutcome> for TxnOutcome {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<TxnOutcome> {
                TxnOutcome::create(builder, self.txn, self.state, &self.changes)
            }
        }

        /// Builder for serializing an instance of the [TxnOutcome] type.
        ///
        /// Can be created using the [TxnOutcome::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct TxnOutcomeBuilder<State>(State);

        impl TxnOutcomeBuilder<()> {
            /// Setter for the [`txn` field](TxnOutcome#structfield.txn).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn txn<T0>(self, value: T0) -> TxnOutcomeBuilder<(T0,)>
            where
                T0: ::planus::WriteAsOptional<self::TxnId>,
            {
                TxnOutcomeBuilder((value,))
            }

            /// Sets the [`txn` field](TxnOutcome#structfield.txn) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn txn_as_null(self) -> TxnOutcomeBuilder<((),)> {
                self.txn(())
            }
        }

        impl<T0> TxnOutcomeBuilder<(T0,)> {
            /// Setter for the [`state` field](TxnOutcome#structfield.state).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn state<T1>(self, value: T1) -> TxnOutcomeBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<self::TxnState, self::TxnState>,
            {
                let (v0,) = self.0;
                TxnOutcomeBuilder((v0, value))
            }

            /// Sets the [`state` field](TxnOutcome#structfield.state) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn state_as_default(self) -> TxnOutcomeBuilder<(T0, ::planus::DefaultValue)> {
                self.state(::planus::DefaultValue)
            }
        }

        impl<T0, T1> TxnOutcomeBuilder<(T0, T1)> {
            /// Setter for the [`changes` field](TxnOutcome#structfield.changes).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn changes<T2>(self, value: T2) -> TxnOutcomeBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Change>]>>,
            {
                let (v0, v1) = self.0;
                TxnOutcomeBuilder((v0, v1, value))
            }

            /// Sets the [`changes` field](TxnOutcome#structfield.changes) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn changes_as_null(self) -> TxnOutcomeBuilder<(T0, T1, ())> {
                self.changes(())
            }
        }

        impl<T0, T1, T2> TxnOutcomeBuilder<(T0, T1, T2)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [TxnOutcome].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<TxnOutcome>
            where
                Self: ::planus::WriteAsOffset<TxnOutcome>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<self::TxnId>,
                T1: ::planus::WriteAsDefault<self::TxnState, self::TxnState>,
                T2: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Change>]>>,
            > ::planus::WriteAs<::planus::Offset<TxnOutcome>> for TxnOutcomeBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<TxnOutcome>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<TxnOutcome> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<self::TxnId>,
                T1: ::planus::WriteAsDefault<self::TxnState, self::TxnState>,
                T2: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Change>]>>,
            > ::planus::WriteAsOptional<::planus::Offset<TxnOutcome>> for TxnOutcomeBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<TxnOutcome>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<TxnOutcome>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<self::TxnId>,
                T1: ::planus::WriteAsDefault<self::TxnState, self::TxnState>,
                T2: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Change>]>>,
            > ::planus::WriteAsOffset<TxnOutcome> for TxnOutcomeBuilder<(T0, T1, T2)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<TxnOutcome> {
                let (v0, v1, v2) = &self.0;
                TxnOutcome::create(builder, v0, v1, v2)
            }
        }

        /// Reference to a deserialized [TxnOutcome].
        #[derive(Copy, Clone)]
        pub struct TxnOutcomeRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> TxnOutcomeRef<'a> {
            /// Getter for the [`txn` field](TxnOutcome#structfield.txn).
            #[inline]
            pub fn txn(&self) -> ::planus::Result<::core::option::Option<self::TxnIdRef<'a>>> {
                self.0.access(0, "TxnOutcome", "txn")
            }

            /// Getter for the [`state` field](TxnOutcome#structfield.state).
            #[inline]
            pub fn state(&self) -> ::planus::Result<self::TxnState> {
                ::core::result::Result::Ok(
                    self.0.access(1, "TxnOutcome", "state")?.unwrap_or(self::TxnState::Aborted),
                )
            }

            /// Getter for the [`changes` field](TxnOutcome#structfield.changes).
            #[inline]
            pub fn changes(
                &self,
            ) -> ::planus::Result<
                ::core::option::Option<::planus::Vector<'a, ::planus::Result<self::ChangeRef<'a>>>>,
            > {
                self.0.access(2, "TxnOutcome", "changes")
            }
        }

        impl<'a> ::core::fmt::Debug for TxnOutcomeRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("TxnOutcomeRef");
                if let ::core::option::Option::Some(field_txn) = self.txn().transpose() {
                    f.field("txn", &field_txn);
                }
                f.field("state", &self.state());
                if let ::core::option::Option::Some(field_changes) = self.changes().transpose() {
                    f.field("changes", &field_changes);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<TxnOutcomeRef<'a>> for TxnOutcome {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: TxnOutcomeRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    txn: value.txn()?.map(::core::convert::Into::into),
                    state: ::core::convert::TryInto::try_into(value.state()?)?,
                    changes: if let ::core::option::Option::Some(changes) = value.changes()? {
                        ::core::option::Option::Some(changes.to_vec_result()?)
                    } else {
                        ::core::option::Option::None
                    },
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for TxnOutcomeRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for TxnOutcomeRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[TxnOutcomeRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<TxnOutcome>> for TxnOutcome {
            type Value = ::planus::Offset<TxnOutcome>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<TxnOutcome>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for TxnOutcomeRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[TxnOutcomeRef]", "read_as_root", 0))
            }
        }

        /// The table `QueryTxnOk` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Table `QueryTxnOk` in the file `/work/main/protocol/schema/osmia.fbs:281`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct QueryTxnOk {
            /// The field `outcomes` in the table `QueryTxnOk`
            pub outcomes: ::core::option::Option<::planus::alloc::vec::Vec<self::TxnOutcome>>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for QueryTxnOk {
            fn default() -> Self {
                Self { outcomes: ::core::default::Default::default() }
            }
        }

        impl QueryTxnOk {
            /// Creates a [QueryTxnOkBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> QueryTxnOkBuilder<()> {
                QueryTxnOkBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_outcomes: impl ::planus::WriteAsOptional<
                    ::planus::Offset<[::planus::Offset<self::TxnOutcome>]>,
                >,
            ) -> ::planus::Offset<Self> {
                let prepared_outcomes = field_outcomes.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<6> =
                    ::core::default::Default::default();
                if prepared_outcomes.is_some() {
                    table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::TxnOutcome>]>>(0);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_outcomes) = prepared_outcomes {
                            object_writer.write::<_, _, 4>(&prepared_outcomes);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<QueryTxnOk>> for QueryTxnOk {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<QueryTxnOk> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<QueryTxnOk>> for QueryTxnOk {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<QueryTxnOk>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<QueryTxnOk> for QueryTxnOk {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<QueryTxnOk> {
                QueryTxnOk::create(builder, &self.outcomes)
            }
        }

        /// Builder for serializing an instance of the [QueryTxnOk] type.
        ///
        /// Can be created using the [QueryTxnOk::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct QueryTxnOkBuilder<State>(State);

        impl QueryTxnOkBuilder<()> {
            /// Setter for the [`outcomes` field](QueryTxnOk#structfield.outcomes).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn outcomes<T0>(self, value: T0) -> QueryTxnOkBuilder<(T0,)>
            where
                T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::TxnOutcome>]>>,
            {
                QueryTxnOkBuilder((value,))
            }

            /// Sets the [`outcomes` field](QueryTxnOk#structfield.outcomes) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn outcomes_as_null(self) -> QueryTxnOkBuilder<((),)> {
                self.outcomes(())
            }
        }

        impl<T0> QueryTxnOkBuilder<(T0,)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [QueryTxnOk].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<QueryTxnOk>
            where
                Self: ::planus::WriteAsOffset<QueryTxnOk>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::TxnOutcome>]>>>
            ::planus::WriteAs<::planus::Offset<QueryTxnOk>> for QueryTxnOkBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<QueryTxnOk>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<QueryTxnOk> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::TxnOutcome>]>>>
            ::planus::WriteAsOptional<::planus::Offset<QueryTxnOk>> for QueryTxnOkBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<QueryTxnOk>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<QueryTxnOk>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::TxnOutcome>]>>>
            ::planus::WriteAsOffset<QueryTxnOk> for QueryTxnOkBuilder<(T0,)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<QueryTxnOk> {
                let (v0,) = &self.0;
                QueryTxnOk::create(builder, v0)
            }
        }

        /// Reference to a deserialized [QueryTxnOk].
        #[derive(Copy, Clone)]
        pub struct QueryTxnOkRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> QueryTxnOkRef<'a> {
            /// Getter for the [`outcomes` field](QueryTxnOk#structfield.outcomes).
            #[inline]
            pub fn outcomes(
                &self,
            ) -> ::planus::Result<
                ::core::option::Option<::planus::Vector<'a, ::planus::Result<self::TxnOutcomeRef<'a>>>>,
            > {
                self.0.access(0, "QueryTxnOk", "outcomes")
            }
        }

        impl<'a> ::core::fmt::Debug for QueryTxnOkRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("QueryTxnOkRef");
                if let ::core::option::Option::Some(field_outcomes) = self.outcomes().transpose() {
                    f.field("outcomes", &field_outcomes);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<QueryTxnOkRef<'a>> for QueryTxnOk {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: QueryTxnOkRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    outcomes: if let ::core::option::Option::Some(outcomes) = value.outcomes()? {
                        ::core::option::Option::Some(outcomes.to_vec_result()?)
                    } else {
                        ::core::option::Option::None
                    },
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for QueryTxnOkRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for QueryTxnOkRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[QueryTxnOkRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<QueryTxnOk>> for QueryTxnOk {
            type Value = ::planus::Offset<QueryTxnOk>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<QueryTxnOk>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for QueryTxnOkRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[QueryTxnOkRef]", "read_as_root", 0))
            }
        }

        ///  What every data request carries, and the check stage verifies.
        ///
        /// Generated from these locations:
        /// * Struct `Object` in the file `/work/main/protocol/schema/osmia.fbs:286`
        #[derive(
            Copy,
            Clone,
            Debug,
            PartialEq,
            PartialOrd,
            Eq,
            Ord,
            Hash,
            Default,
           
           
        )]
        pub struct Object {
            /// The field `inode` in the struct `Object`
            pub inode: u64,

            ///  Size that the cut of `generation` left, applied by an object that first sees that generation.
            ///  In bytes of this object.
            pub cut_bytes: u64,

            /// The field `target` in the struct `Object`
            pub target: u32,

            /// The field `stripe` in the struct `Object`
            pub stripe: u32,

            /// The field `layout_version` in the struct `Object`
            pub layout_version: u32,

            /// The field `generation` in the struct `Object`
            pub generation: u32,
        }

        /// # Safety
        /// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
        unsafe impl ::planus::Primitive for Object {
            const ALIGNMENT: usize = 8;
            const SIZE: usize = 32;
        }

        #[allow(clippy::identity_op)]
        impl ::planus::WriteAsPrimitive<Object> for Object {
            #[inline]
            fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
                let (cur, cursor) = cursor.split::<8, 24>();
                self.inode.write(cur, buffer_position - 0);
                let (cur, cursor) = cursor.split::<8, 16>();
                self.cut_bytes.write(cur, buffer_position - 8);
                let (cur, cursor) = cursor.split::<4, 12>();
                self.target.write(cur, buffer_position - 16);
                let (cur, cursor) = cursor.split::<4, 8>();
                self.stripe.write(cur, buffer_position - 20);
                let (cur, cursor) = cursor.split::<4, 4>();
                self.layout_version.write(cur, buffer_position - 24);
                let (cur, cursor) = cursor.split::<4, 0>();
                self.generation.write(cur, buffer_position - 28);
                cursor.finish([]);
            }
        }

        impl ::planus::WriteAsOffset<Object> for Object {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Object> {
                unsafe {
                    builder.write_with(32, 7, |buffer_position, bytes| {
                        let bytes = bytes.as_mut_ptr();

                        ::planus::WriteAsPrimitive::write(
                            self,
                            ::planus::Cursor::new(&mut *(bytes as *mut [::core::mem::MaybeUninit<u8>; 32])),
                            buffer_position,
                        );
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<Object> for Object {
            type Prepared = Self;
            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
                *self
            }
        }

        impl ::planus::WriteAsOptional<Object> for Object {
            type Prepared = Self;
            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<Self> {
                ::core::option::Option::Some(*self)
            }
        }

        /// Reference to a deserialized [Object].
        #[derive(Copy, Clone)]
        pub struct ObjectRef<'a>(::planus::ArrayWithStartOffset<'a, 32>);

        impl<'a> ObjectRef<'a> {
            /// Getter for the [`inode` field](Object#structfield.inode).
            pub fn inode(&self) -> u64 {
                let buffer = self.0.advance_as_array::<8>(0).unwrap();

                u64::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`cut_bytes` field](Object#structfield.cut_bytes).
            pub fn cut_bytes(&self) -> u64 {
                let buffer = self.0.advance_as_array::<8>(8).unwrap();

                u64::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`target` field](Object#structfield.target).
            pub fn target(&self) -> u32 {
                let buffer = self.0.advance_as_array::<4>(16).unwrap();

                u32::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`stripe` field](Object#structfield.stripe).
            pub fn stripe(&self) -> u32 {
                let buffer = self.0.advance_as_array::<4>(20).unwrap();

                u32::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`layout_version` field](Object#structfield.layout_version).
            pub fn layout_version(&self) -> u32 {
                let buffer = self.0.advance_as_array::<4>(24).unwrap();

                u32::from_le_bytes(*buffer.as_array())
            }

            /// Getter for the [`generation` field](Object#structfield.generation).
            pub fn generation(&self) -> u32 {
                let buffer = self.0.advance_as_array::<4>(28).unwrap();

                u32::from_le_bytes(*buffer.as_array())
            }
        }

        impl<'a> ::core::fmt::Debug for ObjectRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("ObjectRef");
                f.field("inode", &self.inode());
                f.field("cut_bytes", &self.cut_bytes());
                f.field("target", &self.target());
                f.field("stripe", &self.stripe());
                f.field("layout_version", &self.layout_version());
                f.field("generation", &self.generation());
                f.finish()
            }
        }

        impl<'a> ::core::convert::From<::planus::ArrayWithStartOffset<'a, 32>> for ObjectRef<'a> {
            fn from(array: ::planus::ArrayWithStartOffset<'a, 32>) -> Self {
                Self(array)
            }
        }

        impl<'a> ::core::convert::From<ObjectRef<'a>> for Object {
            #[allow(unreachable_code)]
            fn from(value: ObjectRef<'a>) -> Self {
                Self {
                    inode: value.inode(),
                    cut_bytes: value.cut_bytes(),
                    target: value.target(),
                    stripe: value.stripe(),
                    layout_version: value.layout_version(),
                    generation: value.generation(),
                }
            }
        }

        impl<'a, 'b> ::core::cmp::PartialEq<ObjectRef<'a>> for ObjectRef<'b> {
            fn eq(&self, other: &ObjectRef<'_>) -> bool {
                self.inode() == other.inode()
                    && self.cut_bytes() == other.cut_bytes()
                    && self.target() == other.target()
                    && self.stripe() == other.stripe()
                    && self.layout_version() == other.layout_version()
                    && self.generation() == other.generation()
            }
        }

        impl<'a> ::core::cmp::Eq for ObjectRef<'a> {}
        impl<'a, 'b> ::core::cmp::PartialOrd<ObjectRef<'a>> for ObjectRef<'b> {
            fn partial_cmp(&self, other: &ObjectRef<'_>) -> ::core::option::Option<::core::cmp::Ordering> {
                ::core::option::Option::Some(::core::cmp::Ord::cmp(self, other))
            }
        }

        impl<'a> ::core::cmp::Ord for ObjectRef<'a> {
            fn cmp(&self, other: &ObjectRef<'_>) -> ::core::cmp::Ordering {
                self.inode()
                    .cmp(&other.inode())
                    .then_with(|| self.cut_bytes().cmp(&other.cut_bytes()))
                    .then_with(|| self.target().cmp(&other.target()))
                    .then_with(|| self.stripe().cmp(&other.stripe()))
                    .then_with(|| self.layout_version().cmp(&other.layout_version()))
                    .then_with(|| self.generation().cmp(&other.generation()))
            }
        }

        impl<'a> ::core::hash::Hash for ObjectRef<'a> {
            fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
                self.inode().hash(state);
                self.cut_bytes().hash(state);
                self.target().hash(state);
                self.stripe().hash(state);
                self.layout_version().hash(state);
                self.generation().hash(state);
            }
        }

        impl<'a> ::planus::TableRead<'a> for ObjectRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                let buffer = buffer.advance_as_array::<32>(offset)?;
                ::core::result::Result::Ok(Self(buffer))
            }
        }

        impl<'a> ::planus::VectorRead<'a> for ObjectRef<'a> {
            const STRIDE: usize = 32;

            #[inline]
            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> Self {
                Self(unsafe { buffer.unchecked_advance_as_array(offset) })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<Object> for Object {
            const STRIDE: usize = 32;

            type Value = Object;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self::Value {
                *self
            }

            #[inline]
            unsafe fn write_values(
                values: &[Object],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 32];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (32 * i) as u32,
                    );
                }
            }
        }

        ///  `len` bytes come back as the message's body. What lies behind the object's end or in a hole reads as zeros;
        ///  `ReadOk.bytes` is how far the object reaches into the range.
        ///
        /// Generated from these locations:
        /// * Table `ObjRead` in the file `/work/main/protocol/schema/osmia.fbs:298`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct ObjRead {
            /// The field `object` in the table `ObjRead`
            pub object: ::core::option::Option<self::Object>,
            /// The field `offset` in the table `ObjRead`
            pub offset: u64,
            /// The field `len` in the table `ObjRead`
            pub len: u32,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for ObjRead {
            fn default() -> Self {
                Self { object: ::core::default::Default::default(), offset: 0, len: 0 }
            }
        }

        impl ObjRead {
            /// Creates a [ObjReadBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> ObjReadBuilder<()> {
                ObjReadBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_object: impl ::planus::WriteAsOptional<self::Object>,
                field_offset: impl ::planus::WriteAsDefault<u64, u64>,
                field_len: impl ::planus::WriteAsDefault<u32, u32>,
            ) -> ::planus::Offset<Self> {
                let prepared_object = field_object.prepare(builder);
                let prepared_offset = field_offset.prepare(builder, &0);
                let prepared_len = field_len.prepare(builder, &0);

                let mut table_writer: ::planus::table_writer::TableWriter<10> =
                    ::core::default::Default::default();
                if prepared_object.is_some() {
                    table_writer.write_entry::<self::Object>(0);
                }
                if prepared_offset.is_some() {
                    table_writer.write_entry::<u64>(1);
                }
                if prepared_len.is_some() {
                    table_writer.write_entry::<u32>(2);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_object) = prepared_object {
                            object_writer.write::<_, _, 32>(&prepared_object);
                        }
                        if let ::core::option::Option::Some(prepared_offset) = prepared_offset {
                            object_writer.write::<_, _, 8>(&prepared_offset);
                        }
                        if let ::core::option::Option::Some(prepared_len) = prepared_len {
                            object_writer.write::<_, _, 4>(&prepared_len);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<ObjRead>> for ObjRead {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ObjRead> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<ObjRead>> for ObjRead {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<ObjRead>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<ObjRead> for ObjRead {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ObjRead> {
                ObjRead::create(builder, self.object, self.offset, self.len)
            }
        }

        /// Builder for serializing an instance of the [ObjRead] type.
        ///
        /// Can be created using the [ObjRead::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct ObjReadBuilder<State>(State);

        impl ObjReadBuilder<()> {
            /// Setter for the [`object` field](ObjRead#structfield.object).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn object<T0>(self, value: T0) -> ObjReadBuilder<(T0,)>
            where
                T0: ::planus::WriteAsOptional<self::Object>,
            {
                ObjReadBuilder((value,))
            }

            /// Sets the [`object` field](ObjRead#structfield.object) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn object_as_null(self) -> ObjReadBuilder<((),)> {
                self.object(())
            }
        }

        impl<T0> ObjReadBuilder<(T0,)> {
            /// Setter for the [`offset` field](ObjRead#structfield.offset).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn offset<T1>(self, value: T1) -> ObjReadBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u64, u64>,
            {
                let (v0,) = self.0;
                ObjReadBuilder((v0, value))
            }

            /// Sets the [`offset` field](ObjRead#structfield.offset) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn offset_as_default(self) -> ObjReadBuilder<(T0, ::planus::DefaultValue)> {
                self.offset(::planus::DefaultValue)
            }
        }

        impl<T0, T1> ObjReadBuilder<(T0, T1)> {
            /// Setter for the [`len` field](ObjRead#structfield.len).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn len<T2>(self, value: T2) -> ObjReadBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0, v1) = self.0;
                ObjReadBuilder((v0, v1, value))
            }

            /// Sets the [`len` field](ObjRead#structfield.len) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn len_as_default(self) -> ObjReadBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.len(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> ObjReadBuilder<(T0, T1, T2)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [ObjRead].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<ObjRead>
            where
                Self: ::planus::WriteAsOffset<ObjRead>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<self::Object>,
                T1: ::planus::WriteAsDefault<u64, u64>,
                T2: ::planus::WriteAsDefault<u32, u32>,
            > ::planus::WriteAs<::planus::Offset<ObjRead>> for ObjReadBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<ObjRead>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ObjRead> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<self::Object>,
                T1: ::planus::WriteAsDefault<u64, u64>,
                T2: ::planus::WriteAsDefault<u32, u32>,
            > ::planus::WriteAsOptional<::planus::Offset<ObjRead>> for ObjReadBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<ObjRead>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<ObjRead>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<self::Object>,
                T1: ::planus::WriteAsDefault<u64, u64>,
                T2: ::planus::WriteAsDefault<u32, u32>,
            > ::planus::WriteAsOffset<ObjRead> for ObjReadBuilder<(T0, T1, T2)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ObjRead> {
                let (v0, v1, v2) = &self.0;
                ObjRead::create(builder, v0, v1, v2)
            }
        }

        /// Reference to a deserialized [ObjRead].
        #[derive(Copy, Clone)]
        pub struct ObjReadRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> ObjReadRef<'a> {
            /// Getter for the [`object` field](ObjRead#structfield.object).
            #[inline]
            pub fn object(&self) -> ::planus::Result<::core::option::Option<self::ObjectRef<'a>>> {
                self.0.access(0, "ObjRead", "object")
            }

            /// Getter for the [`offset` field](ObjRead#structfield.offset).
            #[inline]
            pub fn offset(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(1, "ObjRead", "offset")?.unwrap_or(0))
            }

            /// Getter for the [`len` field](ObjRead#structfield.len).
            #[inline]
            pub fn len(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(2, "ObjRead", "len")?.unwrap_or(0))
            }
        }

        impl<'a> ::core::fmt::Debug for ObjReadRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("ObjReadRef");
                if let ::core::option::Option::Some(field_object) = self.object().transpose() {
                    f.field("object", &field_object);
                }
                f.field("offset", &self.offset());
                f.field("len", &self.len());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<ObjReadRef<'a>> for ObjRead {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: ObjReadRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    object: value.object()?.map(::core::convert::Into::into),
                    offset: ::core::convert::TryInto::try_into(value.offset()?)?,
                    len: ::core::convert::TryInto::try_into(value.len()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for ObjReadRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for ObjReadRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[ObjReadRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<ObjRead>> for ObjRead {
            type Value = ::planus::Offset<ObjRead>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<ObjRead>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for ObjReadRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[ObjReadRef]", "read_as_root", 0))
            }
        }

        /// The table `ReadOk` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Table `ReadOk` in the file `/work/main/protocol/schema/osmia.fbs:299`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct ReadOk {
            /// The field `bytes` in the table `ReadOk`
            pub bytes: u32,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for ReadOk {
            fn default() -> Self {
                Self { bytes: 0 }
            }
        }

        impl ReadOk {
            /// Creates a [ReadOkBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> ReadOkBuilder<()> {
                ReadOkBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_bytes: impl ::planus::WriteAsDefault<u32, u32>,
            ) -> ::planus::Offset<Self> {
                let prepared_bytes = field_bytes.prepare(builder, &0);

                let mut table_writer: ::planus::table_writer::TableWriter<6> =
                    ::core::default::Default::default();
                if prepared_bytes.is_some() {
                    table_writer.write_entry::<u32>(0);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_bytes) = prepared_bytes {
                            object_writer.write::<_, _, 4>(&prepared_bytes);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<ReadOk>> for ReadOk {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ReadOk> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<ReadOk>> for ReadOk {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<ReadOk>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<ReadOk> for ReadOk {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ReadOk> {
                ReadOk::create(builder, self.bytes)
            }
        }

        /// Builder for serializing an instance of the [ReadOk] type.
        ///
        /// Can be created using the [ReadOk::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct ReadOkBuilder<State>(State);

        impl ReadOkBuilder<()> {
            /// Setter for the [`bytes` field](ReadOk#structfield.bytes).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn bytes<T0>(self, value: T0) -> ReadOkBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u32, u32>,
            {
                ReadOkBuilder((value,))
            }

            /// Sets the [`bytes` field](ReadOk#structfield.bytes) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn bytes_as_default(self) -> ReadOkBuilder<(::planus::DefaultValue,)> {
                self.bytes(::planus::DefaultValue)
            }
        }

        impl<T0> ReadOkBuilder<(T0,)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [ReadOk].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<ReadOk>
            where
                Self: ::planus::WriteAsOffset<ReadOk>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAsDefault<u32, u32>> ::planus::WriteAs<::planus::Offset<ReadOk>>
            for ReadOkBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<ReadOk>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ReadOk> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAsDefault<u32, u32>> ::planus::WriteAsOptional<::planus::Offset<ReadOk>>
            for ReadOkBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<ReadOk>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<ReadOk>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAsDefault<u32, u32>> ::planus::WriteAsOffset<ReadOk> for ReadOkBuilder<(T0,)> {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ReadOk> {
                let (v0,) = &self.0;
                ReadOk::create(builder, v0)
            }
        }

        /// Reference to a deserialized [ReadOk].
        #[derive(Copy, Clone)]
        pub struct ReadOkRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> ReadOkRef<'a> {
            /// Getter for the [`bytes` field](ReadOk#structfield.bytes).
            #[inline]
            pub fn bytes(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(0, "ReadOk", "bytes")?.unwrap_or(0))
            }
        }

        impl<'a> ::core::fmt::Debug for ReadOkRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("ReadOkRef");
                f.field("bytes", &self.bytes());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<ReadOkRef<'a>> for ReadOk {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: ReadOkRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    bytes: ::core::convert::TryInto::try_into(value.bytes()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for ReadOkRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for ReadOkRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[ReadOkRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<ReadOk>> for ReadOk {
            type Value = ::planus::Offset<ReadOk>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<ReadOk>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for ReadOkRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[ReadOkRef]", "read_as_root", 0))
            }
        }

        ///  The message's body is the data. `sync`: reply only when durable.
        ///
        /// Generated from these locations:
        /// * Table `ObjWrite` in the file `/work/main/protocol/schema/osmia.fbs:301`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct ObjWrite {
            /// The field `object` in the table `ObjWrite`
            pub object: ::core::option::Option<self::Object>,
            /// The field `offset` in the table `ObjWrite`
            pub offset: u64,
            /// The field `sync` in the table `ObjWrite`
            pub sync: bool,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for ObjWrite {
            fn default() -> Self {
                Self { object: ::core::default::Default::default(), offset: 0, sync: false }
            }
        }

        impl ObjWrite {
            /// Creates a [ObjWriteBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> ObjWriteBuilder<()> {
                ObjWriteBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_object: impl ::planus::WriteAsOptional<self::Object>,
                field_offset: impl ::planus::WriteAsDefault<u64, u64>,
                field_sync: impl ::planus::WriteAsDefault<bool, bool>,
            ) -> ::planus::Offset<Self> {
                let prepared_object = field_object.prepare(builder);
                let prepared_offset = field_offset.prepare(builder, &0);
                let prepared_sync = field_sync.prepare(builder, &false);

                let mut table_writer: ::planus::table_writer::TableWriter<10> =
                    ::core::default::Default::default();
                if prepared_object.is_some() {
                    table_writer.write_entry::<self::Object>(0);
                }
                if prepared_offset.is_some() {
                    table_writer.write_entry::<u64>(1);
                }
                if prepared_sync.is_some() {
                    table_writer.write_entry::<bool>(2);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_object) = prepared_object {
                            object_writer.write::<_, _, 32>(&prepared_object);
                        }
                        if let ::core::option::Option::Some(prepared_offset) = prepared_offset {
                            object_writer.write::<_, _, 8>(&prepared_offset);
                        }
                        if let ::core::option::Option::Some(prepared_sync) = prepared_sync {
                            object_writer.write::<_, _, 1>(&prepared_sync);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<ObjWrite>> for ObjWrite {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ObjWrite> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<ObjWrite>> for ObjWrite {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<ObjWrite>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<ObjWrite> for ObjWrite {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ObjWrite> {
                ObjWrite::create(builder, self.object, self.offset, self.sync)
            }
        }

        /// Builder for serializing an instance of the [ObjWrite] type.
        ///
        /// Can be created using the [ObjWrite::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct ObjWriteBuilder<State>(State);

        impl ObjWriteBuilder<()> {
            /// Setter for the [`object` field](ObjWrite#structfield.object).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn object<T0>(self, value: T0) -> ObjWriteBuilder<(T0,)>
            where
                T0: ::planus::WriteAsOptional<self::Object>,
            {
                ObjWriteBuilder((value,))
            }

            /// Sets the [`object` field](ObjWrite#structfield.object) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn object_as_null(self) -> ObjWriteBuilder<((),)> {
                self.object(())
            }
        }

        impl<T0> ObjWriteBuilder<(T0,)> {
            /// Setter for the [`offset` field](ObjWrite#structfield.offset).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn offset<T1>(self, value: T1) -> ObjWriteBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u64, u64>,
            {
                let (v0,) = self.0;
                ObjWriteBuilder((v0, value))
            }

            /// Sets the [`offset` field](ObjWrite#structfield.offset) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn offset_as_default(self) -> ObjWriteBuilder<(T0, ::planus::DefaultValue)> {
                self.offset(::planus::DefaultValue)
            }
        }

        impl<T0, T1> ObjWriteBuilder<(T0, T1)> {
            /// Setter for the [`sync` field](ObjWrite#structfield.sync).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn sync<T2>(self, value: T2) -> ObjWriteBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<bool, bool>,
            {
                let (v0, v1) = self.0;
                ObjWriteBuilder((v0, v1, value))
            }

            /// Sets the [`sync` field](ObjWrite#structfield.sync) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn sync_as_default(self) -> ObjWriteBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.sync(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> ObjWriteBuilder<(T0, T1, T2)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [ObjWrite].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<ObjWrite>
            where
                Self: ::planus::WriteAsOffset<ObjWrite>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<self::Object>,
                T1: ::planus::WriteAsDefault<u64, u64>,
                T2: ::planus::WriteAsDefault<bool, bool>,
            > ::planus::WriteAs<::planus::Offset<ObjWrite>> for ObjWriteBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<ObjWrite>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ObjWrite> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<self::Object>,
                T1: ::planus::WriteAsDefault<u64, u64>,
                T2: ::planus::WriteAsDefault<bool, bool>,
            > ::planus::WriteAsOptional<::planus::Offset<ObjWrite>> for ObjWriteBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<ObjWrite>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<ObjWrite>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsOptional<self::Object>,
                T1: ::planus::WriteAsDefault<u64, u64>,
                T2: ::planus::WriteAsDefault<bool, bool>,
            > ::planus::WriteAsOffset<ObjWrite> for ObjWriteBuilder<(T0, T1, T2)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ObjWrite> {
                let (v0, v1, v2) = &self.0;
                ObjWrite::create(builder, v0, v1, v2)
            }
        }

        /// Reference to a deserialized [ObjWrite].
        #[derive(Copy, Clone)]
        pub struct ObjWriteRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> ObjWriteRef<'a> {
            /// Getter for the [`object` field](ObjWrite#structfield.object).
            #[inline]
            pub fn object(&self) -> ::planus::Result<::core::option::Option<self::ObjectRef<'a>>> {
                self.0.access(0, "ObjWrite", "object")
            }

            /// Getter for the [`offset` field](ObjWrite#structfield.offset).
            #[inline]
            pub fn offset(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(1, "ObjWrite", "offset")?.unwrap_or(0))
            }

            /// Getter for the [`sync` field](ObjWrite#structfield.sync).
            #[inline]
            pub fn sync(&self) -> ::planus::Result<bool> {
                ::core::result::Result::Ok(self.0.access(2, "ObjWrite", "sync")?.unwrap_or(false))
            }
        }

        impl<'a> ::core::fmt::Debug for ObjWriteRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("ObjWriteRef");
                if let ::core::option::Option::Some(field_object) = self.object().transpose() {
                    f.field("object", &field_object);
                }
                f.field("offset", &self.offset());
                f.field("sync", &self.sync());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<ObjWriteRef<'a>> for ObjWrite {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: ObjWriteRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    object: value.object()?.map(::core::convert::Into::into),
                    offset: ::core::convert::TryInto::try_into(value.offset()?)?,
                    sync: ::core::convert::TryInto::try_into(value.sync()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for ObjWriteRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for ObjWriteRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[ObjWriteRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<ObjWrite>> for ObjWrite {
            type Value = ::planus::Offset<ObjWrite>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<ObjWrite>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for ObjWriteRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[ObjWriteRef]", "read_as_root", 0))
            }
        }

        /// The table `ObjTruncate` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Table `ObjTruncate` in the file `/work/main/protocol/schema/osmia.fbs:302`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct ObjTruncate {
            /// The field `object` in the table `ObjTruncate`
            pub object: ::core::option::Option<self::Object>,
            /// The field `size` in the table `ObjTruncate`
            pub size: u64,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for ObjTruncate {
            fn default() -> Self {
                Self { object: ::core::default::Default::default(), size: 0 }
            }
        }

        impl ObjTruncate {
            /// Creates a [ObjTruncateBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> ObjTruncateBuilder<()> {
                ObjTruncateBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_object: impl ::planus::WriteAsOptional<self::Object>,
                field_size: impl ::planus::WriteAsDefault<u64, u64>,
            ) -> ::planus::Offset<Self> {
                let prepared_object = field_object.prepare(builder);
                let prepared_size = field_size.prepare(builder, &0);

                let mut table_writer: ::planus::table_writer::TableWriter<8> =
                    ::core::default::Default::default();
                if prepared_object.is_some() {
                    table_writer.write_entry::<self::Object>(0);
                }
                if prepared_size.is_some() {
                    table_writer.write_entry::<u64>(1);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_object) = prepared_object {
                            object_writer.write::<_, _, 32>(&prepared_object);
                        }
                        if let ::core::option::Option::Some(prepared_size) = prepared_size {
                            object_writer.write::<_, _, 8>(&prepared_size);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<ObjTruncate>> for ObjTruncate {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ObjTruncate> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<ObjTruncate>> for ObjTruncate {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<ObjTruncate>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<ObjTruncate> for ObjTruncate {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ObjTruncate> {
                ObjTruncate::create(builder, self.object, self.size)
            }
        }

        /// Builder for serializing an instance of the [ObjTruncate] type.
        ///
        /// Can be created using the [ObjTruncate::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct ObjTruncateBuilder<State>(State);

        impl ObjTruncateBuilder<()> {
            /// Setter for the [`object` field](ObjTruncate#structfield.object).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn object<T0>(self, value: T0) -> ObjTruncateBuilder<(T0,)>
            where
                T0: ::planus::WriteAsOptional<self::Object>,
            {
                ObjTruncateBuilder((value,))
            }

            /// Sets the [`object` field](ObjTruncate#structfield.object) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn object_as_null(self) -> ObjTruncateBuilder<((),)> {
                self.object(())
            }
        }

        impl<T0> ObjTruncateBuilder<(T0,)> {
            /// Setter for the [`size` field](ObjTruncate#structfield.size).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn size<T1>(self, value: T1) -> ObjTruncateBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u64, u64>,
            {
                let (v0,) = self.0;
                ObjTruncateBuilder((v0, value))
            }

            /// Sets the [`size` field](ObjTruncate#structfield.size) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn size_as_default(self) -> ObjTruncateBuilder<(T0, ::planus::DefaultValue)> {
                self.size(::planus::DefaultValue)
            }
        }

        impl<T0, T1> ObjTruncateBuilder<(T0, T1)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [ObjTruncate].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<ObjTruncate>
            where
                Self: ::planus::WriteAsOffset<ObjTruncate>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptional<self::Object>, T1: ::planus::WriteAsDefault<u64, u64>>
            ::planus::WriteAs<::planus::Offset<ObjTruncate>> for ObjTruncateBuilder<(T0, T1)>
        {
            type Prepared = ::planus::Offset<ObjTruncate>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ObjTruncate> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptional<self::Object>, T1: ::planus::WriteAsDefault<u64, u64>>
            ::planus::WriteAsOptional<::planus::Offset<ObjTruncate>> for ObjTruncateBuilder<(T0, T1)>
        {
            type Prepared = ::planus::Offset<ObjTruncate>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<ObjTruncate>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAsOptional<self::Object>, T1: ::planus::WriteAsDefault<u64, u64>>
            ::planus::WriteAsOffset<ObjTruncate> for ObjTruncateBuilder<(T0, T1)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ObjTruncate> {
                let (v0, v1) = &self.0;
                ObjTruncate::create(builder, v0, v1)
            }
        }

        /// Reference to a deserialized [ObjTruncate].
        #[derive(Copy, Clone)]
        pub struct ObjTruncateRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> ObjTruncateRef<'a> {
            /// Getter for the [`object` field](ObjTruncate#structfield.object).
            #[inline]
            pub fn object(&self) -> ::planus::Result<::core::option::Option<self::ObjectRef<'a>>> {
                self.0.access(0, "ObjTruncate", "object")
            }

            /// Getter for the [`size` field](ObjTruncate#structfield.size).
            #[inline]
            pub fn size(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(1, "ObjTruncate", "size")?.unwrap_or(0))
            }
        }

        impl<'a> ::core::fmt::Debug for ObjTruncateRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("ObjTruncateRef");
                if let ::core::option::Option::Some(field_object) = self.object().transpose() {
                    f.field("object", &field_object);
                }
                f.field("size", &self.size());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<ObjTruncateRef<'a>> for ObjTruncate {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: ObjTruncateRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    object: value.object()?.map(::core::convert::Into::into),
                    size: ::core::convert::TryInto::try_into(value.size()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for ObjTruncateRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for ObjTruncateRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[ObjTruncateRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<ObjTruncate>> for ObjTruncate {
            type Value = ::planus::Offset<ObjTruncate>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<ObjTruncate>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for ObjTruncateRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[ObjTruncateRef]", "read_as_root", 0))
            }
        }

        /// The table `ObjRemove` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Table `ObjRemove` in the file `/work/main/protocol/schema/osmia.fbs:303`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct ObjRemove {
            /// The field `object` in the table `ObjRemove`
            pub object: ::core::option::Option<self::Object>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for ObjRemove {
            fn default() -> Self {
                Self { object: ::core::default::Default::default() }
            }
        }

        impl ObjRemove {
            /// Creates a [ObjRemoveBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> ObjRemoveBuilder<()> {
                ObjRemoveBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_object: impl ::planus::WriteAsOptional<self::Object>,
            ) -> ::planus::Offset<Self> {
                let prepared_object = field_object.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<6> =
                    ::core::default::Default::default();
                if prepared_object.is_some() {
                    table_writer.write_entry::<self::Object>(0);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_object) = prepared_object {
                            object_writer.write::<_, _, 32>(&prepared_object);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<ObjRemove>> for ObjRemove {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ObjRemove> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<ObjRemove>> for ObjRemove {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<ObjRemove>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<ObjRemove> for ObjRemove {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ObjRemove> {
                ObjRemove::create(builder, self.object)
            }
        }

        /// Builder for serializing an instance of the [ObjRemove] type.
        ///
        /// Can be created using the [ObjRemove::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct ObjRemoveBuilder<State>(State);

        impl ObjRemoveBuilder<()> {
            /// Setter for the [`object` field](ObjRemove#structfield.object).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn object<T0>(self, value: T0) -> ObjRemoveBuilder<(T0,)>
            where
                T0: ::planus::WriteAsOptional<self::Object>,
            {
                ObjRemoveBuilder((value,))
            }

            /// Sets the [`object` field](ObjRemove#structfield.object) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn object_as_null(self) -> ObjRemoveBuilder<((),)> {
                self.object(())
            }
        }

        impl<T0> ObjRemoveBuilder<(T0,)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [ObjRemove].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<ObjRemove>
            where
                Self: ::planus::WriteAsOffset<ObjRemove>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptional<self::Object>> ::planus::WriteAs<::planus::Offset<ObjRemove>>
            for ObjRemoveBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<ObjRemove>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ObjRemove> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptional<self::Object>>
            ::planus::WriteAsOptional<::planus::Offset<ObjRemove>> for ObjRemoveBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<ObjRemove>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<ObjRemove>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAsOptional<self::Object>> ::planus::WriteAsOffset<ObjRemove>
            for ObjRemoveBuilder<(T0,)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ObjRemove> {
                let (v0,) = &self.0;
                ObjRemove::create(builder, v0)
            }
        }

        /// Reference to a deserialized [ObjRemove].
        #[derive(Copy, Clone)]
        pub struct ObjRemoveRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> ObjRemoveRef<'a> {
            /// Getter for the [`object` field](ObjRemove#structfield.object).
            #[inline]
            pub fn object(&self) -> ::planus::Result<::core::option::Option<self::ObjectRef<'a>>> {
                self.0.access(0, "ObjRemove", "object")
            }
        }

        impl<'a> ::core::fmt::Debug for ObjRemoveRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("ObjRemoveRef");
                if let ::core::option::Option::Some(field_object) = self.object().transpose() {
                    f.field("object", &field_object);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<ObjRemoveRef<'a>> for ObjRemove {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: ObjRemoveRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self { object: value.object()?.map(::core::convert::Into::into) })
            }
        }

        impl<'a> ::planus::TableRead<'a> for ObjRemoveRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for ObjRemoveRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[ObjRemoveRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<ObjRemove>> for ObjRemove {
            type Value = ::planus::Offset<ObjRemove>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<ObjRemove>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for ObjRemoveRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[ObjRemoveRef]", "read_as_root", 0))
            }
        }

        /// The table `ObjSync` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Table `ObjSync` in the file `/work/main/protocol/schema/osmia.fbs:304`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct ObjSync {
            /// The field `object` in the table `ObjSync`
            pub object: ::core::option::Option<self::Object>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for ObjSync {
            fn default() -> Self {
                Self { object: ::core::default::Default::default() }
            }
        }

        impl ObjSync {
            /// Creates a [ObjSyncBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> ObjSyncBuilder<()> {
                ObjSyncBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_object: impl ::planus::WriteAsOptional<self::Object>,
            ) -> ::planus::Offset<Self> {
                let prepared_object = field_object.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<6> =
                    ::core::default::Default::default();
                if prepared_object.is_some() {
                    table_writer.write_entry::<self::Object>(0);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_object) = prepared_object {
                            object_writer.write::<_, _, 32>(&prepared_object);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<ObjSync>> for ObjSync {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ObjSync> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<ObjSync>> for ObjSync {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<ObjSync>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<ObjSync> for ObjSync {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ObjSync> {
                ObjSync::create(builder, self.object)
            }
        }

        /// Builder for serializing an instance of the [ObjSync] type.
        ///
        /// Can be created using the [ObjSync::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct ObjSyncBuilder<State>(State);

        impl ObjSyncBuilder<()> {
            /// Setter for the [`object` field](ObjSync#structfield.object).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn object<T0>(self, value: T0) -> ObjSyncBuilder<(T0,)>
            where
                T0: ::planus::WriteAsOptional<self::Object>,
            {
                ObjSyncBuilder((value,))
            }

            /// Sets the [`object` field](ObjSync#structfield.object) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn object_as_null(self) -> ObjSyncBuilder<((),)> {
                self.object(())
            }
        }

        impl<T0> ObjSyncBuilder<(T0,)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [ObjSync].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<ObjSync>
            where
                Self: ::planus::WriteAsOffset<ObjSync>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptional<self::Object>> ::planus::WriteAs<::planus::Offset<ObjSync>>
            for ObjSyncBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<ObjSync>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ObjSync> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptional<self::Object>> ::planus::WriteAsOptional<::planus::Offset<ObjSync>>
            for ObjSyncBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<ObjSync>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<ObjSync>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAsOptional<self::Object>> ::planus::WriteAsOffset<ObjSync> for ObjSyncBuilder<(T0,)> {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ObjSync> {
                let (v0,) = &self.0;
                ObjSync::create(builder, v0)
            }
        }

        /// Reference to a deserialized [ObjSync].
        #[derive(Copy, Clone)]
        pub struct ObjSyncRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> ObjSyncRef<'a> {
            /// Getter for the [`object` field](ObjSync#structfield.object).
            #[inline]
            pub fn object(&self) -> ::planus::Result<::core::option::Option<self::ObjectRef<'a>>> {
                self.0.access(0, "ObjSync", "object")
            }
        }

        impl<'a> ::core::fmt::Debug for ObjSyncRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("ObjSyncRef");
                if let ::core::option::Option::Some(field_object) = self.object().transpose() {
                    f.field("object", &field_object);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<ObjSyncRef<'a>> for ObjSync {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: ObjSyncRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self { object: value.object()?.map(::core::convert::Into::into) })
            }
        }

        impl<'a> ::planus::TableRead<'a> for ObjSyncRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for ObjSyncRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[ObjSyncRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<ObjSync>> for ObjSync {
            type Value = ::planus::Offset<ObjSync>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<ObjSync>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for ObjSyncRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[ObjSyncRef]", "read_as_root", 0))
            }
        }

        /// The table `ObjStat` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Table `ObjStat` in the file `/work/main/protocol/schema/osmia.fbs:305`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct ObjStat {
            /// The field `object` in the table `ObjStat`
            pub object: ::core::option::Option<self::Object>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for ObjStat {
            fn default() -> Self {
                Self { object: ::core::default::Default::default() }
            }
        }

        impl ObjStat {
            /// Creates a [ObjStatBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> ObjStatBuilder<()> {
                ObjStatBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_object: impl ::planus::WriteAsOptional<self::Object>,
            ) -> ::planus::Offset<Self> {
                let prepared_object = field_object.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<6> =
                    ::core::default::Default::default();
                if prepared_object.is_some() {
                    table_writer.write_entry::<self::Object>(0);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_object) = prepared_object {
                            object_writer.write::<_, _, 32>(&prepared_object);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<ObjStat>> for ObjStat {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ObjStat> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<ObjStat>> for ObjStat {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<ObjStat>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<ObjStat> for ObjStat {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ObjStat> {
                ObjStat::create(builder, self.object)
            }
        }

        /// Builder for serializing an instance of the [ObjStat] type.
        ///
        /// Can be created using the [ObjStat::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct ObjStatBuilder<State>(State);

        impl ObjStatBuilder<()> {
            /// Setter for the [`object` field](ObjStat#structfield.object).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn object<T0>(self, value: T0) -> ObjStatBuilder<(T0,)>
            where
                T0: ::planus::WriteAsOptional<self::Object>,
            {
                ObjStatBuilder((value,))
            }

            /// Sets the [`object` field](ObjStat#structfield.object) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn object_as_null(self) -> ObjStatBuilder<((),)> {
                self.object(())
            }
        }

        impl<T0> ObjStatBuilder<(T0,)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [ObjStat].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<ObjStat>
            where
                Self: ::planus::WriteAsOffset<ObjStat>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptional<self::Object>> ::planus::WriteAs<::planus::Offset<ObjStat>>
            for ObjStatBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<ObjStat>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ObjStat> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptional<self::Object>> ::planus::WriteAsOptional<::planus::Offset<ObjStat>>
            for ObjStatBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<ObjStat>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<ObjStat>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAsOptional<self::Object>> ::planus::WriteAsOffset<ObjStat> for ObjStatBuilder<(T0,)> {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ObjStat> {
                let (v0,) = &self.0;
                ObjStat::create(builder, v0)
            }
        }

        /// Reference to a deserialized [ObjStat].
        #[derive(Copy, Clone)]
        pub struct ObjStatRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> ObjStatRef<'a> {
            /// Getter for the [`object` field](ObjStat#structfield.object).
            #[inline]
            pub fn object(&self) -> ::planus::Result<::core::option::Option<self::ObjectRef<'a>>> {
                self.0.access(0, "ObjStat", "object")
            }
        }

        impl<'a> ::core::fmt::Debug for ObjStatRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("ObjStatRef");
                if let ::core::option::Option::Some(field_object) = self.object().transpose() {
                    f.field("object", &field_object);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<ObjStatRef<'a>> for ObjStat {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: ObjStatRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self { object: value.object()?.map(::core::convert::Into::into) })
            }
        }

        impl<'a> ::planus::TableRead<'a> for ObjStatRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for ObjStatRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[ObjStatRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<ObjStat>> for ObjStat {
            type Value = ::planus::Offset<ObjStat>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<ObjStat>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for ObjStatRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[ObjStatRef]", "read_as_root", 0))
            }
        }

        /// The table `ObjOk` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Table `ObjOk` in the file `/work/main/protocol/schema/osmia.fbs:306`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct ObjOk {
            /// The field `exists` in the table `ObjOk`
            pub exists: bool,
            /// The field `size` in the table `ObjOk`
            pub size: u64,
            /// The field `blocks` in the table `ObjOk`
            pub blocks: u64,
            /// The field `mtime` in the table `ObjOk`
            pub mtime: i64,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for ObjOk {
            fn default() -> Self {
                Self { exists: false, size: 0, blocks: 0, mtime: 0 }
            }
        }

        impl ObjOk {
            /// Creates a [ObjOkBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> ObjOkBuilder<()> {
                ObjOkBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_exists: impl ::planus::WriteAsDefault<bool, bool>,
                field_size: impl ::planus::WriteAsDefault<u64, u64>,
                field_blocks: impl ::planus::WriteAsDefault<u64, u64>,
                field_mtime: impl ::planus::WriteAsDefault<i64, i64>,
            ) -> ::planus::Offset<Self> {
                let prepared_exists = field_exists.prepare(builder, &false);
                let prepared_size = field_size.prepare(builder, &0);
                let prepared_blocks = field_blocks.prepare(builder, &0);
                let prepared_mtime = field_mtime.prepare(builder, &0);

                let mut table_writer: ::planus::table_writer::TableWriter<12> =
                    ::core::default::Default::default();
                if prepared_size.is_some() {
                    table_writer.write_entry::<u64>(1);
                }
                if prepared_blocks.is_some() {
                    table_writer.write_entry::<u64>(2);
                }
                if prepared_mtime.is_some() {
                    table_writer.write_entry::<i64>(3);
                }
                if prepared_exists.is_some() {
                    table_writer.write_entry::<bool>(0);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_size) = prepared_size {
                            object_writer.write::<_, _, 8>(&prepared_size);
                        }
                        if let ::core::option::Option::Some(prepared_blocks) = prepared_blocks {
                            object_writer.write::<_, _, 8>(&prepared_blocks);
                        }
                        if let ::core::option::Option::Some(prepared_mtime) = prepared_mtime {
                            object_writer.write::<_, _, 8>(&prepared_mtime);
                        }
                        if let ::core::option::Option::Some(prepared_exists) = prepared_exists {
                            object_writer.write::<_, _, 1>(&prepared_exists);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<ObjOk>> for ObjOk {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ObjOk> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<ObjOk>> for ObjOk {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<ObjOk>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<ObjOk> for ObjOk {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ObjOk> {
                ObjOk::create(builder, self.exists, self.size, self.blocks, self.mtime)
            }
        }

        /// Builder for serializing an instance of the [ObjOk] type.
        ///
        /// Can be created using the [ObjOk::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct ObjOkBuilder<State>(State);

        impl ObjOkBuilder<()> {
            /// Setter for the [`exists` field](ObjOk#structfield.exists).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn exists<T0>(self, value: T0) -> ObjOkBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<bool, bool>,
            {
                ObjOkBuilder((value,))
            }

            /// Sets the [`exists` field](ObjOk#structfield.exists) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn exists_as_default(self) -> ObjOkBuilder<(::planus::DefaultValue,)> {
                self.exists(::planus::DefaultValue)
            }
        }

        impl<T0> ObjOkBuilder<(T0,)> {
            /// Setter for the [`size` field](ObjOk#structfield.size).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn size<T1>(self, value: T1) -> ObjOkBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u64, u64>,
            {
                let (v0,) = self.0;
                ObjOkBuilder((v0, value))
            }

            /// Sets the [`size` field](ObjOk#structfield.size) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn size_as_default(self) -> ObjOkBuilder<(T0, ::planus::DefaultValue)> {
                self.size(::planus::DefaultValue)
            }
        }

        impl<T0, T1> ObjOkBuilder<(T0, T1)> {
            /// Setter for the [`blocks` field](ObjOk#structfield.blocks).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn blocks<T2>(self, value: T2) -> ObjOkBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<u64, u64>,
            {
                let (v0, v1) = self.0;
                ObjOkBuilder((v0, v1, value))
            }

            /// Sets the [`blocks` field](ObjOk#structfield.blocks) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn blocks_as_default(self) -> ObjOkBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.blocks(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> ObjOkBuilder<(T0, T1, T2)> {
            /// Setter for the [`mtime` field](ObjOk#structfield.mtime).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn mtime<T3>(self, value: T3) -> ObjOkBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAsDefault<i64, i64>,
            {
                let (v0, v1, v2) = self.0;
                ObjOkBuilder((v0, v1, v2, value))
            }

            /// Sets the [`mtime` field](ObjOk#structfield.mtime) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn mtime_as_default(self) -> ObjOkBuilder<(T0, T1, T2, ::planus::DefaultValue)> {
                self.mtime(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3> ObjOkBuilder<(T0, T1, T2, T3)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [ObjOk].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<ObjOk>
            where
                Self: ::planus::WriteAsOffset<ObjOk>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<bool, bool>,
                T1: ::planus::WriteAsDefault<u64, u64>,
                T2: ::planus::WriteAsDefault<u64, u64>,
                T3: ::planus::WriteAsDefault<i64, i64>,
            > ::planus::WriteAs<::planus::Offset<ObjOk>> for ObjOkBuilder<(T0, T1, T2, T3)>
        {
            type Prepared = ::planus::Offset<ObjOk>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ObjOk> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<bool, bool>,
                T1: ::planus::WriteAsDefault<u64, u64>,
                T2: ::planus::WriteAsDefault<u64, u64>,
                T3: ::planus::WriteAsDefault<i64, i64>,
            > ::planus::WriteAsOptional<::planus::Offset<ObjOk>> for ObjOkBuilder<(T0, T1, T2, T3)>
        {
            type Prepared = ::planus::Offset<ObjOk>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<ObjOk>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<bool, bool>,
                T1: ::planus::WriteAsDefault<u64, u64>,
                T2: ::planus::WriteAsDefault<u64, u64>,
                T3: ::planus::WriteAsDefault<i64, i64>,
            > ::planus::WriteAsOffset<ObjOk> for ObjOkBuilder<(T0, T1, T2, T3)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<ObjOk> {
                let (v0, v1, v2, v3) = &self.0;
                ObjOk::create(builder, v0, v1, v2, v3)
            }
        }

        /// Reference to a deserialized [ObjOk].
        #[derive(Copy, Clone)]
        pub struct ObjOkRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> ObjOkRef<'a> {
            /// Getter for the [`exists` field](ObjOk#structfield.exists).
            #[inline]
            pub fn exists(&self) -> ::planus::Result<bool> {
                ::core::result::Result::Ok(self.0.access(0, "ObjOk", "exists")?.unwrap_or(false))
            }

            /// Getter for the [`size` field](ObjOk#structfield.size).
            #[inline]
            pub fn size(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(1, "ObjOk", "size")?.unwrap_or(0))
            }

            /// Getter for the [`blocks` field](ObjOk#structfield.blocks).
            #[inline]
            pub fn blocks(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(2, "ObjOk", "blocks")?.unwrap_or(0))
            }

            /// Getter for the [`mtime` field](ObjOk#structfield.mtime).
            #[inline]
            pub fn mtime(&self) -> ::planus::Result<i64> {
                ::core::result::Result::Ok(self.0.access(3, "ObjOk", "mtime")?.unwrap_or(0))
            }
        }

        impl<'a> ::core::fmt::Debug for ObjOkRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("ObjOkRef");
                f.field("exists", &self.exists());
                f.field("size", &self.size());
                f.field("blocks", &self.blocks());
                f.field("mtime", &self.mtime());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<ObjOkRef<'a>> for ObjOk {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: ObjOkRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    exists: ::core::convert::TryInto::try_into(value.exists()?)?,
                    size: ::core::convert::TryInto::try_into(value.size()?)?,
                    blocks: ::core::convert::TryInto::try_into(value.blocks()?)?,
                    mtime: ::core::convert::TryInto::try_into(value.mtime()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for ObjOkRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for ObjOkRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[ObjOkRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<ObjOk>> for ObjOk {
            type Value = ::planus::Offset<ObjOk>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<ObjOk>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for ObjOkRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[ObjOkRef]", "read_as_root", 0))
            }
        }

        /// The table `TargetStat` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Table `TargetStat` in the file `/work/main/protocol/schema/osmia.fbs:312`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct TargetStat {
            /// The field `target` in the table `TargetStat`
            pub target: u32,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for TargetStat {
            fn default() -> Self {
                Self { target: 0 }
            }
        }

        impl TargetStat {
            /// Creates a [TargetStatBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> TargetStatBuilder<()> {
                TargetStatBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_target: impl ::planus::WriteAsDefault<u32, u32>,
            ) -> ::planus::Offset<Self> {
                let prepared_target = field_target.prepare(builder, &0);

                let mut table_writer: ::planus::table_writer::TableWriter<6> =
                    ::core::default::Default::default();
                if prepared_target.is_some() {
                    table_writer.write_entry::<u32>(0);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_target) = prepared_target {
                            object_writer.write::<_, _, 4>(&prepared_target);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<TargetStat>> for TargetStat {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<TargetStat> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<TargetStat>> for TargetStat {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<TargetStat>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<TargetStat> for TargetStat {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<TargetStat> {
                TargetStat::create(builder, self.target)
            }
        }

        /// Builder for serializing an instance of the [TargetStat] type.
        ///
        /// Can be created using the [TargetStat::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct TargetStatBuilder<State>(State);

        impl TargetStatBuilder<()> {
            /// Setter for the [`target` field](TargetStat#structfield.target).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn target<T0>(self, value: T0) -> TargetStatBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u32, u32>,
            {
                TargetStatBuilder((value,))
            }

            /// Sets the [`target` field](TargetStat#structfield.target) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn target_as_default(self) -> TargetStatBuilder<(::planus::DefaultValue,)> {
                self.target(::planus::DefaultValue)
            }
        }

        impl<T0> TargetStatBuilder<(T0,)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [TargetStat].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<TargetStat>
            where
                Self: ::planus::WriteAsOffset<TargetStat>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAsDefault<u32, u32>> ::planus::WriteAs<::planus::Offset<TargetStat>>
            for TargetStatBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<TargetStat>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<TargetStat> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAsDefault<u32, u32>> ::planus::WriteAsOptional<::planus::Offset<TargetStat>>
            for TargetStatBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<TargetStat>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<TargetStat>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAsDefault<u32, u32>> ::planus::WriteAsOffset<TargetStat>
            for TargetStatBuilder<(T0,)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<TargetStat> {
                let (v0,) = &self.0;
                TargetStat::create(builder, v0)
            }
        }

        /// Reference to a deserialized [TargetStat].
        #[derive(Copy, Clone)]
        pub struct TargetStatRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> TargetStatRef<'a> {
            /// Getter for the [`target` field](TargetStat#structfield.target).
            #[inline]
            pub fn target(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(0, "TargetStat", "target")?.unwrap_or(0))
            }
        }

        impl<'a> ::core::fmt::Debug for TargetStatRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("TargetStatRef");
                f.field("target", &self.target());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<TargetStatRef<'a>> for TargetStat {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: TargetStatRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    target: ::core::convert::TryInto::try_into(value.target()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for TargetStatRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for TargetStatRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[TargetStatRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<TargetStat>> for TargetStat {
            type Value = ::planus::Offset<TargetStat>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<TargetStat>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for TargetStatRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[TargetStatRef]", "read_as_root", 0))
            }
        }

        /// The table `TargetOk` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Table `TargetOk` in the file `/work/main/protocol/schema/osmia.fbs:313`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct TargetOk {
            /// The field `target` in the table `TargetOk`
            pub target: u32,
            /// The field `bytes_total` in the table `TargetOk`
            pub bytes_total: u64,
            /// The field `bytes_free` in the table `TargetOk`
            pub bytes_free: u64,
            /// The field `objects` in the table `TargetOk`
            pub objects: u64,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for TargetOk {
            fn default() -> Self {
                Self { target: 0, bytes_total: 0, bytes_free: 0, objects: 0 }
            }
        }

        impl TargetOk {
            /// Creates a [TargetOkBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> TargetOkBuilder<()> {
                TargetOkBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_target: impl ::planus::WriteAsDefault<u32, u32>,
                field_bytes_total: impl ::planus::WriteAsDefault<u64, u64>,
                field_bytes_free: impl ::planus::WriteAsDefault<u64, u64>,
                field_objects: impl ::planus::WriteAsDefault<u64, u64>,
            ) -> ::planus::Offset<Self> {
                let prepared_target = field_target.prepare(builder, &0);
                let prepared_bytes_total = field_bytes_total.prepare(builder, &0);
                let prepared_bytes_free = field_bytes_free.prepare(builder, &0);
                let prepared_objects = field_objects.prepare(builder, &0);

                let mut table_writer: ::planus::table_writer::TableWriter<12> =
                    ::core::default::Default::default();
                if prepared_bytes_total.is_some() {
                    table_writer.write_entry::<u64>(1);
                }
                if prepared_bytes_free.is_some() {
                    table_writer.write_entry::<u64>(2);
                }
                if prepared_objects.is_some() {
                    table_writer.write_entry::<u64>(3);
                }
                if prepared_target.is_some() {
                    table_writer.write_entry::<u32>(0);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_bytes_total) = prepared_bytes_total {
                            object_writer.write::<_, _, 8>(&prepared_bytes_total);
                        }
                        if let ::core::option::Option::Some(prepared_bytes_free) = prepared_bytes_free {
                            object_writer.write::<_, _, 8>(&prepared_bytes_free);
                        }
                        if let ::core::option::Option::Some(prepared_objects) = prepared_objects {
                            object_writer.write::<_, _, 8>(&prepared_objects);
                        }
                        if let ::core::option::Option::Some(prepared_target) = prepared_target {
                            object_writer.write::<_, _, 4>(&prepared_target);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<TargetOk>> for TargetOk {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<TargetOk> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<TargetOk>> for TargetOk {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<TargetOk>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<TargetOk> for TargetOk {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<TargetOk> {
                TargetOk::create(builder, self.target, self.bytes_total, self.bytes_free, self.objects)
            }
        }

        /// Builder for serializing an instance of the [TargetOk] type.
        ///
        /// Can be created using the [TargetOk::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct TargetOkBuilder<State>(State);

        impl TargetOkBuilder<()> {
            /// Setter for the [`target` field](TargetOk#structfield.target).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn target<T0>(self, value: T0) -> TargetOkBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u32, u32>,
            {
                TargetOkBuilder((value,))
            }

            /// Sets the [`target` field](TargetOk#structfield.target) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn target_as_default(self) -> TargetOkBuilder<(::planus::DefaultValue,)> {
                self.target(::planus::DefaultValue)
            }
        }

        impl<T0> TargetOkBuilder<(T0,)> {
            /// Setter for the [`bytes_total` field](TargetOk#structfield.bytes_total).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn bytes_total<T1>(self, value: T1) -> TargetOkBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u64, u64>,
            {
                let (v0,) = self.0;
                TargetOkBuilder((v0, value))
            }

            /// Sets the [`bytes_total` field](TargetOk#structfield.bytes_total) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn bytes_total_as_default(self) -> TargetOkBuilder<(T0, ::planus::DefaultValue)> {
                self.bytes_total(::planus::DefaultValue)
            }
        }

        impl<T0, T1> TargetOkBuilder<(T0, T1)> {
            /// Setter for the [`bytes_free` field](TargetOk#structfield.bytes_free).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn bytes_free<T2>(self, value: T2) -> TargetOkBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<u64, u64>,
            {
                let (v0, v1) = self.0;
                TargetOkBuilder((v0, v1, value))
            }

            /// Sets the [`bytes_free` field](TargetOk#structfield.bytes_free) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn bytes_free_as_default(self) -> TargetOkBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.bytes_free(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> TargetOkBuilder<(T0, T1, T2)> {
            /// Setter for the [`objects` field](TargetOk#structfield.objects).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn objects<T3>(self, value: T3) -> TargetOkBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAsDefault<u64, u64>,
            {
                let (v0, v1, v2) = self.0;
                TargetOkBuilder((v0, v1, v2, value))
            }

            /// Sets the [`objects` field](TargetOk#structfield.objects) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn objects_as_default(self) -> TargetOkBuilder<(T0, T1, T2, ::planus::DefaultValue)> {
                self.objects(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3> TargetOkBuilder<(T0, T1, T2, T3)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [TargetOk].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<TargetOk>
            where
                Self: ::planus::WriteAsOffset<TargetOk>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u32, u32>,
                T1: ::planus::WriteAsDefault<u64, u64>,
                T2: ::planus::WriteAsDefault<u64, u64>,
                T3: ::planus::WriteAsDefault<u64, u64>,
            > ::planus::WriteAs<::planus::Offset<TargetOk>> for TargetOkBuilder<(T0, T1, T2, T3)>
        {
            type Prepared = ::planus::Offset<TargetOk>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<TargetOk> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u32, u32>,
                T1: ::planus::WriteAsDefault<u64, u64>,
                T2: ::planus::WriteAsDefault<u64, u64>,
                T3: ::planus::WriteAsDefault<u64, u64>,
            > ::planus::WriteAsOptional<::planus::Offset<TargetOk>> for TargetOkBuilder<(T0, T1, T2, T3)>
        {
            type Prepared = ::planus::Offset<TargetOk>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<TargetOk>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u32, u32>,
                T1: ::planus::WriteAsDefault<u64, u64>,
                T2: ::planus::WriteAsDefault<u64, u64>,
                T3: ::planus::WriteAsDefault<u64, u64>,
            > ::planus::WriteAsOffset<TargetOk> for TargetOkBuilder<(T0, T1, T2, T3)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<TargetOk> {
                let (v0, v1, v2, v3) = &self.0;
                TargetOk::create(builder, v0, v1, v2, v3)
            }
        }

        /// Reference to a deserialized [TargetOk].
        #[derive(Copy, Clone)]
        pub struct TargetOkRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> TargetOkRef<'a> {
            /// Getter for the [`target` field](TargetOk#structfield.target).
            #[inline]
            pub fn target(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(0, "TargetOk", "target")?.unwrap_or(0))
            }

            /// Getter for the [`bytes_total` field](TargetOk#structfield.bytes_total).
            #[inline]
            pub fn bytes_total(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(1, "TargetOk", "bytes_total")?.unwrap_or(0))
            }

            /// Getter for the [`bytes_free` field](TargetOk#structfield.bytes_free).
            #[inline]
            pub fn bytes_free(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(2, "TargetOk", "bytes_free")?.unwrap_or(0))
            }

            /// Getter for the [`objects` field](TargetOk#structfield.objects).
            #[inline]
            pub fn objects(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(3, "TargetOk", "objects")?.unwrap_or(0))
            }
        }

        impl<'a> ::core::fmt::Debug for TargetOkRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("TargetOkRef");
                f.field("target", &self.target());
                f.field("bytes_total", &self.bytes_total());
                f.field("bytes_free", &self.bytes_free());
                f.field("objects", &self.objects());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<TargetOkRef<'a>> for TargetOk {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: TargetOkRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    target: ::core::convert::TryInto::try_into(value.target()?)?,
                    bytes_total: ::core::convert::TryInto::try_into(value.bytes_total()?)?,
                    bytes_free: ::core::convert::TryInto::try_into(value.bytes_free()?)?,
                    objects: ::core::convert::TryInto::try_into(value.objects()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for TargetOkRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for TargetOkRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[TargetOkRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<TargetOk>> for TargetOk {
            type Value = ::planus::Offset<TargetOk>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<TargetOk>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for TargetOkRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[TargetOkRef]", "read_as_root", 0))
            }
        }

        /// The union `Call` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Union `Call` in the file `/work/main/protocol/schema/osmia.fbs:322`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub enum Call {
            /// The variant of type `Hello` in the union `Call`
            Hello(::planus::alloc::boxed::Box<self::Hello>),

            /// The variant of type `OpenSession` in the union `Call`
            OpenSession(::planus::alloc::boxed::Box<self::OpenSession>),

            /// The variant of type `CloseSession` in the union `Call`
            CloseSession(::planus::alloc::boxed::Box<self::CloseSession>),

            /// The variant of type `Heartbeat` in the union `Call`
            Heartbeat(::planus::alloc::boxed::Box<self::Heartbeat>),

            /// The variant of type `GetMap` in the union `Call`
            GetMap(::planus::alloc::boxed::Box<self::GetMap>),

            /// The variant of type `Lookup` in the union `Call`
            Lookup(::planus::alloc::boxed::Box<self::Lookup>),

            /// The variant of type `Open` in the union `Call`
            Open(::planus::alloc::boxed::Box<self::Open>),

            /// The variant of type `Report` in the union `Call`
            Report(::planus::alloc::boxed::Box<self::Report>),

            /// The variant of type `Setattr` in the union `Call`
            Setattr(::planus::alloc::boxed::Box<self::Setattr>),

            /// The variant of type `Mkdir` in the union `Call`
            Mkdir(::planus::alloc::boxed::Box<self::Mkdir>),

            /// The variant of type `Unlink` in the union `Call`
            Unlink(::planus::alloc::boxed::Box<self::Unlink>),

            /// The variant of type `Rmdir` in the union `Call`
            Rmdir(::planus::alloc::boxed::Box<self::Rmdir>),

            /// The variant of type `Readdir` in the union `Call`
            Readdir(::planus::alloc::boxed::Box<self::Readdir>),

            /// The variant of type `Rename` in the union `Call`
            Rename(::planus::alloc::boxed::Box<self::Rename>),

            /// The variant of type `Statfs` in the union `Call`
            Statfs(::planus::alloc::boxed::Box<self::Statfs>),

            /// The variant of type `Placement` in the union `Call`
            Placement(::planus::alloc::boxed::Box<self::Placement>),

            /// The variant of type `SyncAll` in the union `Call`
            SyncAll(::planus::alloc::boxed::Box<self::SyncAll>),

            /// The variant of type `LeaseReturn` in the union `Call`
            LeaseReturn(::planus::alloc::boxed::Box<self::LeaseReturn>),

            /// The variant of type `AllocIds` in the union `Call`
            AllocIds(::planus::alloc::boxed::Box<self::AllocIds>),

            /// The variant of type `Prepare` in the union `Call`
            Prepare(::planus::alloc::boxed::Box<self::Prepare>),

            /// The variant of type `Decide` in the union `Call`
            Decide(::planus::alloc::boxed::Box<self::Decide>),

            /// The variant of type `QueryTxn` in the union `Call`
            QueryTxn(::planus::alloc::boxed::Box<self::QueryTxn>),

            /// The variant of type `ObjRead` in the union `Call`
            ObjRead(::planus::alloc::boxed::Box<self::ObjRead>),

            /// The variant of type `ObjWrite` in the union `Call`
            ObjWrite(::planus::alloc::boxed::Box<self::ObjWrite>),

            /// The variant of type `ObjTruncate` in the union `Call`
            ObjTruncate(::planus::alloc::boxed::Box<self::ObjTruncate>),

            /// The variant of type `ObjRemove` in the union `Call`
            ObjRemove(::planus::alloc::boxed::Box<self::ObjRemove>),

            /// The variant of type `ObjSync` in the union `Call`
            ObjSync(::planus::alloc::boxed::Box<self::ObjSync>),

            /// The variant of type `ObjStat` in the union `Call`
            ObjStat(::planus::alloc::boxed::Box<self::ObjStat>),

            /// The variant of type `TargetStat` in the union `Call`
            TargetStat(::planus::alloc::boxed::Box<self::TargetStat>),
        }

        impl Call {
            /// Creates a [CallBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> CallBuilder<::planus::Uninitialized> {
                CallBuilder(::planus::Uninitialized)
            }

            #[inline]
            pub fn create_hello(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::Hello>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(1, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_open_session(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::OpenSession>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(2, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_close_session(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::CloseSession>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(3, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_heartbeat(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::Heartbeat>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(4, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_get_map(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::GetMap>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(5, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_lookup(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::Lookup>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(6, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_open(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::Open>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(7, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_report(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::Report>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(8, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_setattr(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::Setattr>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(9, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_mkdir(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::Mkdir>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(10, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_unlink(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::Unlink>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(11, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_rmdir(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::Rmdir>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(12, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_readdir(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::Readdir>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(13, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_rename(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::Rename>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(14, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_statfs(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::Statfs>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(15, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_placement(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::Placement>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(16, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_sync_all(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::SyncAll>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(17, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_lease_return(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::LeaseReturn>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(18, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_alloc_ids(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::AllocIds>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(19, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_prepare(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::Prepare>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(20, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_decide(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::Decide>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(21, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_query_txn(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::QueryTxn>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(22, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_obj_read(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::ObjRead>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(23, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_obj_write(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::ObjWrite>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(24, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_obj_truncate(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::ObjTruncate>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(25, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_obj_remove(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::ObjRemove>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(26, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_obj_sync(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::ObjSync>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(27, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_obj_stat(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::ObjStat>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(28, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_target_stat(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::TargetStat>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(29, value.prepare(builder).downcast())
            }
        }

        impl ::planus::WriteAsUnion<Call> for Call {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Self> {
                match self {
                    Self::Hello(value) => Self::create_hello(builder, value),
                    Self::OpenSession(value) => Self::create_open_session(builder, value),
                    Self::CloseSession(value) => Self::create_close_session(builder, value),
                    Self::Heartbeat(value) => Self::create_heartbeat(builder, value),
                    Self::GetMap(value) => Self::create_get_map(builder, value),
                    Self::Lookup(value) => Self::create_lookup(builder, value),
                    Self::Open(value) => Self::create_open(builder, value),
                    Self::Report(value) => Self::create_report(builder, value),
                    Self::Setattr(value) => Self::create_setattr(builder, value),
                    Self::Mkdir(value) => Self::create_mkdir(builder, value),
                    Self::Unlink(value) => Self::create_unlink(builder, value),
                    Self::Rmdir(value) => Self::create_rmdir(builder, value),
                    Self::Readdir(value) => Self::create_readdir(builder, value),
                    Self::Rename(value) => Self::create_rename(builder, value),
                    Self::Statfs(value) => Self::create_statfs(builder, value),
                    Self::Placement(value) => Self::create_placement(builder, value),
                    Self::SyncAll(value) => Self::create_sync_all(builder, value),
                    Self::LeaseReturn(value) => Self::create_lease_return(builder, value),
                    Self::AllocIds(value) => Self::create_alloc_ids(builder, value),
                    Self::Prepare(value) => Self::create_prepare(builder, value),
                    Self::Decide(value) => Self::create_decide(builder, value),
                    Self::QueryTxn(value) => Self::create_query_txn(builder, value),
                    Self::ObjRead(value) => Self::create_obj_read(builder, value),
                    Self::ObjWrite(value) => Self::create_obj_write(builder, value),
                    Self::ObjTruncate(value) => Self::create_obj_truncate(builder, value),
                    Self::ObjRemove(value) => Self::create_obj_remove(builder, value),
                    Self::ObjSync(value) => Self::create_obj_sync(builder, value),
                    Self::ObjStat(value) => Self::create_obj_stat(builder, value),
                    Self::TargetStat(value) => Self::create_target_stat(builder, value),
                }
            }
        }

        impl ::planus::WriteAsOptionalUnion<Call> for Call {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Self>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }

        /// Builder for serializing an instance of the [Call] type.
        ///
        /// Can be created using the [Call::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct CallBuilder<T>(T);

        impl CallBuilder<::planus::Uninitialized> {
            /// Creates an instance of the [`Hello` variant](Call#variant.Hello).
            #[inline]
            pub fn hello<T>(self, value: T) -> CallBuilder<::planus::Initialized<1, T>>
            where
                T: ::planus::WriteAsOffset<self::Hello>,
            {
                CallBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`OpenSession` variant](Call#variant.OpenSession).
            #[inline]
            pub fn open_session<T>(self, value: T) -> CallBuilder<::planus::Initialized<2, T>>
            where
                T: ::planus::WriteAsOffset<self::OpenSession>,
            {
                CallBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`CloseSession` variant](Call#variant.CloseSession).
            #[inline]
            pub fn close_session<T>(self, value: T) -> CallBuilder<::planus::Initialized<3, T>>
            where
                T: ::planus::WriteAsOffset<self::CloseSession>,
            {
                CallBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`Heartbeat` variant](Call#variant.Heartbeat).
            #[inline]
            pub fn heartbeat<T>(self, value: T) -> CallBuilder<::planus::Initialized<4, T>>
            where
                T: ::planus::WriteAsOffset<self::Heartbeat>,
            {
                CallBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`GetMap` variant](Call#variant.GetMap).
            #[inline]
            pub fn get_map<T>(self, value: T) -> CallBuilder<::planus::Initialized<5, T>>
            where
                T: ::planus::WriteAsOffset<self::GetMap>,
            {
                CallBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`Lookup` variant](Call#variant.Lookup).
            #[inline]
            pub fn lookup<T>(self, value: T) -> CallBuilder<::planus::Initialized<6, T>>
            where
                T: ::planus::WriteAsOffset<self::Lookup>,
            {
                CallBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`Open` variant](Call#variant.Open).
            #[inline]
            pub fn open<T>(self, value: T) -> CallBuilder<::planus::Initialized<7, T>>
            where
                T: ::planus::WriteAsOffset<self::Open>,
            {
                CallBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`Report` variant](Call#variant.Report).
            #[inline]
            pub fn report<T>(self, value: T) -> CallBuilder<::planus::Initialized<8, T>>
            where
                T: ::planus::WriteAsOffset<self::Report>,
            {
                CallBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`Setattr` variant](Call#variant.Setattr).
            #[inline]
            pub fn setattr<T>(self, value: T) -> CallBuilder<::planus::Initialized<9, T>>
            where
                T: ::planus::WriteAsOffset<self::Setattr>,
            {
                CallBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`Mkdir` variant](Call#variant.Mkdir).
            #[inline]
            pub fn mkdir<T>(self, value: T) -> CallBuilder<::planus::Initialized<10, T>>
            where
                T: ::planus::WriteAsOffset<self::Mkdir>,
            {
                CallBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`Unlink` variant](Call#variant.Unlink).
            #[inline]
            pub fn unlink<T>(self, value: T) -> CallBuilder<::planus::Initialized<11, T>>
            where
                T: ::planus::WriteAsOffset<self::Unlink>,
            {
                CallBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`Rmdir` variant](Call#variant.Rmdir).
            #[inline]
            pub fn rmdir<T>(self, value: T) -> CallBuilder<::planus::Initialized<12, T>>
            where
                T: ::planus::WriteAsOffset<self::Rmdir>,
            {
                CallBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`Readdir` variant](Call#variant.Readdir).
            #[inline]
            pub fn readdir<T>(self, value: T) -> CallBuilder<::planus::Initialized<13, T>>
            where
                T: ::planus::WriteAsOffset<self::Readdir>,
            {
                CallBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`Rename` variant](Call#variant.Rename).
            #[inline]
            pub fn rename<T>(self, value: T) -> CallBuilder<::planus::Initialized<14, T>>
            where
                T: ::planus::WriteAsOffset<self::Rename>,
            {
                CallBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`Statfs` variant](Call#variant.Statfs).
            #[inline]
            pub fn statfs<T>(self, value: T) -> CallBuilder<::planus::Initialized<15, T>>
            where
                T: ::planus::WriteAsOffset<self::Statfs>,
            {
                CallBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`Placement` variant](Call#variant.Placement).
            #[inline]
            pub fn placement<T>(self, value: T) -> CallBuilder<::planus::Initialized<16, T>>
            where
                T: ::planus::WriteAsOffset<self::Placement>,
            {
                CallBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`SyncAll` variant](Call#variant.SyncAll).
            #[inline]
            pub fn sync_all<T>(self, value: T) -> CallBuilder<::planus::Initialized<17, T>>
            where
                T: ::planus::WriteAsOffset<self::SyncAll>,
            {
                CallBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`LeaseReturn` variant](Call#variant.LeaseReturn).
            #[inline]
            pub fn lease_return<T>(self, value: T) -> CallBuilder<::planus::Initialized<18, T>>
            where
                T: ::planus::WriteAsOffset<self::LeaseReturn>,
            {
                CallBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`AllocIds` variant](Call#variant.AllocIds).
            #[inline]
            pub fn alloc_ids<T>(self, value: T) -> CallBuilder<::planus::Initialized<19, T>>
            where
                T: ::planus::WriteAsOffset<self::AllocIds>,
            {
                CallBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`Prepare` variant](Call#variant.Prepare).
            #[inline]
            pub fn prepare<T>(self, value: T) -> CallBuilder<::planus::Initialized<20, T>>
            where
                T: ::planus::WriteAsOffset<self::Prepare>,
            {
                CallBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`Decide` variant](Call#variant.Decide).
            #[inline]
            pub fn decide<T>(self, value: T) -> CallBuilder<::planus::Initialized<21, T>>
            where
                T: ::planus::WriteAsOffset<self::Decide>,
            {
                CallBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`QueryTxn` variant](Call#variant.QueryTxn).
            #[inline]
            pub fn query_txn<T>(self, value: T) -> CallBuilder<::planus::Initialized<22, T>>
            where
                T: ::planus::WriteAsOffset<self::QueryTxn>,
            {
                CallBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`ObjRead` variant](Call#variant.ObjRead).
            #[inline]
            pub fn obj_read<T>(self, value: T) -> CallBuilder<::planus::Initialized<23, T>>
            where
                T: ::planus::WriteAsOffset<self::ObjRead>,
            {
                CallBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`ObjWrite` variant](Call#variant.ObjWrite).
            #[inline]
            pub fn obj_write<T>(self, value: T) -> CallBuilder<::planus::Initialized<24, T>>
            where
                T: ::planus::WriteAsOffset<self::ObjWrite>,
            {
                CallBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`ObjTruncate` variant](Call#variant.ObjTruncate).
            #[inline]
            pub fn obj_truncate<T>(self, value: T) -> CallBuilder<::planus::Initialized<25, T>>
            where
                T: ::planus::WriteAsOffset<self::ObjTruncate>,
            {
                CallBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`ObjRemove` variant](Call#variant.ObjRemove).
            #[inline]
            pub fn obj_remove<T>(self, value: T) -> CallBuilder<::planus::Initialized<26, T>>
            where
                T: ::planus::WriteAsOffset<self::ObjRemove>,
            {
                CallBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`ObjSync` variant](Call#variant.ObjSync).
            #[inline]
            pub fn obj_sync<T>(self, value: T) -> CallBuilder<::planus::Initialized<27, T>>
            where
                T: ::planus::WriteAsOffset<self::ObjSync>,
            {
                CallBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`ObjStat` variant](Call#variant.ObjStat).
            #[inline]
            pub fn obj_stat<T>(self, value: T) -> CallBuilder<::planus::Initialized<28, T>>
            where
                T: ::planus::WriteAsOffset<self::ObjStat>,
            {
                CallBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`TargetStat` variant](Call#variant.TargetStat).
            #[inline]
            pub fn target_stat<T>(self, value: T) -> CallBuilder<::planus::Initialized<29, T>>
            where
                T: ::planus::WriteAsOffset<self::TargetStat>,
            {
                CallBuilder(::planus::Initialized(value))
            }
        }

        impl<const N: u8, T> CallBuilder<::planus::Initialized<N, T>> {
            /// Finish writing the builder to get an [UnionOffset](::planus::UnionOffset) to a serialized [Call].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Call>
            where
                Self: ::planus::WriteAsUnion<Call>,
            {
                ::planus::WriteAsUnion::prepare(&self, builder)
            }
        }

        impl<T> ::planus::WriteAsUnion<Call> for CallBuilder<::planus::Initialized<1, T>>
        where
            T: ::planus::WriteAsOffset<self::Hello>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Call> {
                ::planus::UnionOffset::new(1, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Call> for CallBuilder<::planus::Initialized<1, T>>
        where
            T: ::planus::WriteAsOffset<self::Hello>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Call>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Call> for CallBuilder<::planus::Initialized<2, T>>
        where
            T: ::planus::WriteAsOffset<self::OpenSession>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Call> {
                ::planus::UnionOffset::new(2, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Call> for CallBuilder<::planus::Initialized<2, T>>
        where
            T: ::planus::WriteAsOffset<self::OpenSession>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Call>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Call> for CallBuilder<::planus::Initialized<3, T>>
        where
            T: ::planus::WriteAsOffset<self::CloseSession>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Call> {
                ::planus::UnionOffset::new(3, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Call> for CallBuilder<::planus::Initialized<3, T>>
        where
            T: ::planus::WriteAsOffset<self::CloseSession>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Call>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Call> for CallBuilder<::planus::Initialized<4, T>>
        where
            T: ::planus::WriteAsOffset<self::Heartbeat>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Call> {
                ::planus::UnionOffset::new(4, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Call> for CallBuilder<::planus::Initialized<4, T>>
        where
            T: ::planus::WriteAsOffset<self::Heartbeat>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Call>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Call> for CallBuilder<::planus::Initialized<5, T>>
        where
            T: ::planus::WriteAsOffset<self::GetMap>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Call> {
                ::planus::UnionOffset::new(5, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Call> for CallBuilder<::planus::Initialized<5, T>>
        where
            T: ::planus::WriteAsOffset<self::GetMap>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Call>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Call> for CallBuilder<::planus::Initialized<6, T>>
        where
            T: ::planus::WriteAsOffset<self::Lookup>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Call> {
                ::planus::UnionOffset::new(6, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Call> for CallBuilder<::planus::Initialized<6, T>>
        where
            T: ::planus::WriteAsOffset<self::Lookup>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Call>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Call> for CallBuilder<::planus::Initialized<7, T>>
        where
            T: ::planus::WriteAsOffset<self::Open>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Call> {
                ::planus::UnionOffset::new(7, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Call> for CallBuilder<::planus::Initialized<7, T>>
        where
            T: ::planus::WriteAsOffset<self::Open>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Call>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Call> for CallBuilder<::planus::Initialized<8, T>>
        where
            T: ::planus::WriteAsOffset<self::Report>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Call> {
                ::planus::UnionOffset::new(8, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Call> for CallBuilder<::planus::Initialized<8, T>>
        where
            T: ::planus::WriteAsOffset<self::Report>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Call>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Call> for CallBuilder<::planus::Initialized<9, T>>
        where
            T: ::planus::WriteAsOffset<self::Setattr>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Call> {
                ::planus::UnionOffset::new(9, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Call> for CallBuilder<::planus::Initialized<9, T>>
        where
            T: ::planus::WriteAsOffset<self::Setattr>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Call>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Call> for CallBuilder<::planus::Initialized<10, T>>
        where
            T: ::planus::WriteAsOffset<self::Mkdir>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Call> {
                ::planus::UnionOffset::new(10, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Call> for CallBuilder<::planus::Initialized<10, T>>
        where
            T: ::planus::WriteAsOffset<self::Mkdir>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Call>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Call> for CallBuilder<::planus::Initialized<11, T>>
        where
            T: ::planus::WriteAsOffset<self::Unlink>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Call> {
                ::planus::UnionOffset::new(11, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Call> for CallBuilder<::planus::Initialized<11, T>>
        where
            T: ::planus::WriteAsOffset<self::Unlink>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Call>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Call> for CallBuilder<::planus::Initialized<12, T>>
        where
            T: ::planus::WriteAsOffset<self::Rmdir>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Call> {
                ::planus::UnionOffset::new(12, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Call> for CallBuilder<::planus::Initialized<12, T>>
        where
            T: ::planus::WriteAsOffset<self::Rmdir>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Call>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Call> for CallBuilder<::planus::Initialized<13, T>>
        where
            T: ::planus::WriteAsOffset<self::Readdir>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Call> {
                ::planus::UnionOffset::new(13, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Call> for CallBuilder<::planus::Initialized<13, T>>
        where
            T: ::planus::WriteAsOffset<self::Readdir>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Call>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Call> for CallBuilder<::planus::Initialized<14, T>>
        where
            T: ::planus::WriteAsOffset<self::Rename>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Call> {
                ::planus::UnionOffset::new(14, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Call> for CallBuilder<::planus::Initialized<14, T>>
        where
            T: ::planus::WriteAsOffset<self::Rename>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Call>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Call> for CallBuilder<::planus::Initialized<15, T>>
        where
            T: ::planus::WriteAsOffset<self::Statfs>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Call> {
                ::planus::UnionOffset::new(15, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Call> for CallBuilder<::planus::Initialized<15, T>>
        where
            T: ::planus::WriteAsOffset<self::Statfs>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Call>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Call> for CallBuilder<::planus::Initialized<16, T>>
        where
            T: ::planus::WriteAsOffset<self::Placement>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Call> {
                ::planus::UnionOffset::new(16, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Call> for CallBuilder<::planus::Initialized<16, T>>
        where
            T: ::planus::WriteAsOffset<self::Placement>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Call>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Call> for CallBuilder<::planus::Initialized<17, T>>
        where
            T: ::planus::WriteAsOffset<self::SyncAll>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Call> {
                ::planus::UnionOffset::new(17, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Call> for CallBuilder<::planus::Initialized<17, T>>
        where
            T: ::planus::WriteAsOffset<self::SyncAll>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Call>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Call> for CallBuilder<::planus::Initialized<18, T>>
        where
            T: ::planus::WriteAsOffset<self::LeaseReturn>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Call> {
                ::planus::UnionOffset::new(18, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Call> for CallBuilder<::planus::Initialized<18, T>>
        where
            T: ::planus::WriteAsOffset<self::LeaseReturn>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Call>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Call> for CallBuilder<::planus::Initialized<19, T>>
        where
            T: ::planus::WriteAsOffset<self::AllocIds>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Call> {
                ::planus::UnionOffset::new(19, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Call> for CallBuilder<::planus::Initialized<19, T>>
        where
            T: ::planus::WriteAsOffset<self::AllocIds>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Call>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Call> for CallBuilder<::planus::Initialized<20, T>>
        where
            T: ::planus::WriteAsOffset<self::Prepare>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Call> {
                ::planus::UnionOffset::new(20, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Call> for CallBuilder<::planus::Initialized<20, T>>
        where
            T: ::planus::WriteAsOffset<self::Prepare>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Call>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Call> for CallBuilder<::planus::Initialized<21, T>>
        where
            T: ::planus::WriteAsOffset<self::Decide>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Call> {
                ::planus::UnionOffset::new(21, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Call> for CallBuilder<::planus::Initialized<21, T>>
        where
            T: ::planus::WriteAsOffset<self::Decide>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Call>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Call> for CallBuilder<::planus::Initialized<22, T>>
        where
            T: ::planus::WriteAsOffset<self::QueryTxn>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Call> {
                ::planus::UnionOffset::new(22, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Call> for CallBuilder<::planus::Initialized<22, T>>
        where
            T: ::planus::WriteAsOffset<self::QueryTxn>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Call>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Call> for CallBuilder<::planus::Initialized<23, T>>
        where
            T: ::planus::WriteAsOffset<self::ObjRead>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Call> {
                ::planus::UnionOffset::new(23, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Call> for CallBuilder<::planus::Initialized<23, T>>
        where
            T: ::planus::WriteAsOffset<self::ObjRead>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Call>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Call> for CallBuilder<::planus::Initialized<24, T>>
        where
            T: ::planus::WriteAsOffset<self::ObjWrite>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Call> {
                ::planus::UnionOffset::new(24, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Call> for CallBuilder<::planus::Initialized<24, T>>
        where
            T: ::planus::WriteAsOffset<self::ObjWrite>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Call>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Call> for CallBuilder<::planus::Initialized<25, T>>
        where
            T: ::planus::WriteAsOffset<self::ObjTruncate>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Call> {
                ::planus::UnionOffset::new(25, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Call> for CallBuilder<::planus::Initialized<25, T>>
        where
            T: ::planus::WriteAsOffset<self::ObjTruncate>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Call>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Call> for CallBuilder<::planus::Initialized<26, T>>
        where
            T: ::planus::WriteAsOffset<self::ObjRemove>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Call> {
                ::planus::UnionOffset::new(26, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Call> for CallBuilder<::planus::Initialized<26, T>>
        where
            T: ::planus::WriteAsOffset<self::ObjRemove>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Call>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Call> for CallBuilder<::planus::Initialized<27, T>>
        where
            T: ::planus::WriteAsOffset<self::ObjSync>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Call> {
                ::planus::UnionOffset::new(27, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Call> for CallBuilder<::planus::Initialized<27, T>>
        where
            T: ::planus::WriteAsOffset<self::ObjSync>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Call>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Call> for CallBuilder<::planus::Initialized<28, T>>
        where
            T: ::planus::WriteAsOffset<self::ObjStat>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Call> {
                ::planus::UnionOffset::new(28, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Call> for CallBuilder<::planus::Initialized<28, T>>
        where
            T: ::planus::WriteAsOffset<self::ObjStat>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Call>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Call> for CallBuilder<::planus::Initialized<29, T>>
        where
            T: ::planus::WriteAsOffset<self::TargetStat>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Call> {
                ::planus::UnionOffset::new(29, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Call> for CallBuilder<::planus::Initialized<29, T>>
        where
            T: ::planus::WriteAsOffset<self::TargetStat>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Call>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }

        /// Reference to a deserialized [Call].
        #[derive(Copy, Clone, Debug)]
        pub enum CallRef<'a> {
            Hello(self::HelloRef<'a>),
            OpenSession(self::OpenSessionRef<'a>),
            CloseSession(self::CloseSessionRef<'a>),
            Heartbeat(self::HeartbeatRef<'a>),
            GetMap(self::GetMapRef<'a>),
            Lookup(self::LookupRef<'a>),
            Open(self::OpenRef<'a>),
            Report(self::ReportRef<'a>),
            Setattr(self::SetattrRef<'a>),
            Mkdir(self::MkdirRef<'a>),
            Unlink(self::UnlinkRef<'a>),
            Rmdir(self::RmdirRef<'a>),
            Readdir(self::ReaddirRef<'a>),
            Rename(self::RenameRef<'a>),
            Statfs(self::StatfsRef<'a>),
            Placement(self::PlacementRef<'a>),
            SyncAll(self::SyncAllRef<'a>),
            LeaseReturn(self::LeaseReturnRef<'a>),
            AllocIds(self::AllocIdsRef<'a>),
            Prepare(self::PrepareRef<'a>),
            Decide(self::DecideRef<'a>),
            QueryTxn(self::QueryTxnRef<'a>),
            ObjRead(self::ObjReadRef<'a>),
            ObjWrite(self::ObjWriteRef<'a>),
            ObjTruncate(self::ObjTruncateRef<'a>),
            ObjRemove(self::ObjRemoveRef<'a>),
            ObjSync(self::ObjSyncRef<'a>),
            ObjStat(self::ObjStatRef<'a>),
            TargetStat(self::TargetStatRef<'a>),
        }

        impl<'a> ::core::convert::TryFrom<CallRef<'a>> for Call {
            type Error = ::planus::Error;

            fn try_from(value: CallRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(match value {
                    CallRef::Hello(value) => Self::Hello(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    CallRef::OpenSession(value) => Self::OpenSession(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    CallRef::CloseSession(value) => Self::CloseSession(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    CallRef::Heartbeat(value) => Self::Heartbeat(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    CallRef::GetMap(value) => Self::GetMap(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    CallRef::Lookup(value) => Self::Lookup(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    CallRef::Open(value) => Self::Open(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    CallRef::Report(value) => Self::Report(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    CallRef::Setattr(value) => Self::Setattr(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    CallRef::Mkdir(value) => Self::Mkdir(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    CallRef::Unlink(value) => Self::Unlink(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    CallRef::Rmdir(value) => Self::Rmdir(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    CallRef::Readdir(value) => Self::Readdir(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    CallRef::Rename(value) => Self::Rename(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    CallRef::Statfs(value) => Self::Statfs(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    CallRef::Placement(value) => Self::Placement(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    CallRef::SyncAll(value) => Self::SyncAll(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    CallRef::LeaseReturn(value) => Self::LeaseReturn(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    CallRef::AllocIds(value) => Self::AllocIds(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    CallRef::Prepare(value) => Self::Prepare(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    CallRef::Decide(value) => Self::Decide(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    CallRef::QueryTxn(value) => Self::QueryTxn(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    CallRef::ObjRead(value) => Self::ObjRead(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    CallRef::ObjWrite(value) => Self::ObjWrite(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    CallRef::ObjTruncate(value) => Self::ObjTruncate(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    CallRef::ObjRemove(value) => Self::ObjRemove(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    CallRef::ObjSync(value) => Self::ObjSync(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    CallRef::ObjStat(value) => Self::ObjStat(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    CallRef::TargetStat(value) => Self::TargetStat(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),
                })
            }
        }

        impl<'a> ::planus::TableReadUnion<'a> for CallRef<'a> {
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                tag: u8,
                field_offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                match tag {
                    1 => ::core::result::Result::Ok(Self::Hello(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    2 => ::core::result::Result::Ok(Self::OpenSession(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    3 => ::core::result::Result::Ok(Self::CloseSession(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    4 => ::core::result::Result::Ok(Self::Heartbeat(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    5 => ::core::result::Result::Ok(Self::GetMap(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    6 => ::core::result::Result::Ok(Self::Lookup(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    7 => ::core::result::Result::Ok(Self::Open(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    8 => ::core::result::Result::Ok(Self::Report(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    9 => ::core::result::Result::Ok(Self::Setattr(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    10 => ::core::result::Result::Ok(Self::Mkdir(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    11 => ::core::result::Result::Ok(Self::Unlink(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    12 => ::core::result::Result::Ok(Self::Rmdir(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    13 => ::core::result::Result::Ok(Self::Readdir(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    14 => ::core::result::Result::Ok(Self::Rename(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    15 => ::core::result::Result::Ok(Self::Statfs(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    16 => ::core::result::Result::Ok(Self::Placement(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    17 => ::core::result::Result::Ok(Self::SyncAll(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    18 => ::core::result::Result::Ok(Self::LeaseReturn(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    19 => ::core::result::Result::Ok(Self::AllocIds(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    20 => ::core::result::Result::Ok(Self::Prepare(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    21 => ::core::result::Result::Ok(Self::Decide(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    22 => ::core::result::Result::Ok(Self::QueryTxn(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    23 => ::core::result::Result::Ok(Self::ObjRead(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    24 => ::core::result::Result::Ok(Self::ObjWrite(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    25 => ::core::result::Result::Ok(Self::ObjTruncate(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    26 => ::core::result::Result::Ok(Self::ObjRemove(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    27 => ::core::result::Result::Ok(Self::ObjSync(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    28 => ::core::result::Result::Ok(Self::ObjStat(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    29 => ::core::result::Result::Ok(Self::TargetStat(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    _ => ::core::result::Result::Err(::planus::errors::ErrorKind::UnknownUnionTag { tag }),
                }
            }
        }

        impl<'a> ::planus::VectorReadUnion<'a> for CallRef<'a> {
            const VECTOR_NAME: &'static str = "[CallRef]";
        }

        /// The union `Outcome` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Union `Outcome` in the file `/work/main/protocol/schema/osmia.fbs:328`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub enum Outcome {
            /// The variant of type `Done` in the union `Outcome`
            Done(::planus::alloc::boxed::Box<self::Done>),

            /// The variant of type `HelloOk` in the union `Outcome`
            HelloOk(::planus::alloc::boxed::Box<self::HelloOk>),

            /// The variant of type `SessionOk` in the union `Outcome`
            SessionOk(::planus::alloc::boxed::Box<self::SessionOk>),

            /// The variant of type `MapOk` in the union `Outcome`
            MapOk(::planus::alloc::boxed::Box<self::MapOk>),

            /// The variant of type `ContinueAt` in the union `Outcome`
            ContinueAt(::planus::alloc::boxed::Box<self::ContinueAt>),

            /// The variant of type `AttrOk` in the union `Outcome`
            AttrOk(::planus::alloc::boxed::Box<self::AttrOk>),

            /// The variant of type `OpenOk` in the union `Outcome`
            OpenOk(::planus::alloc::boxed::Box<self::OpenOk>),

            /// The variant of type `ReaddirOk` in the union `Outcome`
            ReaddirOk(::planus::alloc::boxed::Box<self::ReaddirOk>),

            /// The variant of type `StatfsOk` in the union `Outcome`
            StatfsOk(::planus::alloc::boxed::Box<self::StatfsOk>),

            /// The variant of type `PlacementOk` in the union `Outcome`
            PlacementOk(::planus::alloc::boxed::Box<self::PlacementOk>),

            /// The variant of type `IdsOk` in the union `Outcome`
            IdsOk(::planus::alloc::boxed::Box<self::IdsOk>),

            /// The variant of type `QueryTxnOk` in the union `Outcome`
            QueryTxnOk(::planus::alloc::boxed::Box<self::QueryTxnOk>),

            /// The variant of type `ReadOk` in the union `Outcome`
            ReadOk(::planus::alloc::boxed::Box<self::ReadOk>),

            /// The variant of type `ObjOk` in the union `Outcome`
            ObjOk(::planus::alloc::boxed::Box<self::ObjOk>),

            /// The variant of type `TargetOk` in the union `Outcome`
            TargetOk(::planus::alloc::boxed::Box<self::TargetOk>),
        }

        impl Outcome {
            /// Creates a [OutcomeBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> OutcomeBuilder<::planus::Uninitialized> {
                OutcomeBuilder(::planus::Uninitialized)
            }

            #[inline]
            pub fn create_done(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::Done>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(1, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_hello_ok(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::HelloOk>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(2, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_session_ok(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::SessionOk>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(3, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_map_ok(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::MapOk>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(4, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_continue_at(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::ContinueAt>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(5, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_attr_ok(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::AttrOk>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(6, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_open_ok(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::OpenOk>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(7, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_readdir_ok(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::ReaddirOk>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(8, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_statfs_ok(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::StatfsOk>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(9, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_placement_ok(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::PlacementOk>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(10, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_ids_ok(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::IdsOk>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(11, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_query_txn_ok(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::QueryTxnOk>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(12, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_read_ok(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::ReadOk>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(13, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_obj_ok(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::ObjOk>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(14, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_target_ok(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::TargetOk>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(15, value.prepare(builder).downcast())
            }
        }

        impl ::planus::WriteAsUnion<Outcome> for Outcome {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Self> {
                match self {
                    Self::Done(value) => Self::create_done(builder, value),
                    Self::HelloOk(value) => Self::create_hello_ok(builder, value),
                    Self::SessionOk(value) => Self::create_session_ok(builder, value),
                    Self::MapOk(value) => Self::create_map_ok(builder, value),
                    Self::ContinueAt(value) => Self::create_continue_at(builder, value),
                    Self::AttrOk(value) => Self::create_attr_ok(builder, value),
                    Self::OpenOk(value) => Self::create_open_ok(builder, value),
                    Self::ReaddirOk(value) => Self::create_readdir_ok(builder, value),
                    Self::StatfsOk(value) => Self::create_statfs_ok(builder, value),
                    Self::PlacementOk(value) => Self::create_placement_ok(builder, value),
                    Self::IdsOk(value) => Self::create_ids_ok(builder, value),
                    Self::QueryTxnOk(value) => Self::create_query_txn_ok(builder, value),
                    Self::ReadOk(value) => Self::create_read_ok(builder, value),
                    Self::ObjOk(value) => Self::create_obj_ok(builder, value),
                    Self::TargetOk(value) => Self::create_target_ok(builder, value),
                }
            }
        }

        impl ::planus::WriteAsOptionalUnion<Outcome> for Outcome {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Self>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }

        /// Builder for serializing an instance of the [Outcome] type.
        ///
        /// Can be created using the [Outcome::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct OutcomeBuilder<T>(T);

        impl OutcomeBuilder<::planus::Uninitialized> {
            /// Creates an instance of the [`Done` variant](Outcome#variant.Done).
            #[inline]
            pub fn done<T>(self, value: T) -> OutcomeBuilder<::planus::Initialized<1, T>>
            where
                T: ::planus::WriteAsOffset<self::Done>,
            {
                OutcomeBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`HelloOk` variant](Outcome#variant.HelloOk).
            #[inline]
            pub fn hello_ok<T>(self, value: T) -> OutcomeBuilder<::planus::Initialized<2, T>>
            where
                T: ::planus::WriteAsOffset<self::HelloOk>,
            {
                OutcomeBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`SessionOk` variant](Outcome#variant.SessionOk).
            #[inline]
            pub fn session_ok<T>(self, value: T) -> OutcomeBuilder<::planus::Initialized<3, T>>
            where
                T: ::planus::WriteAsOffset<self::SessionOk>,
            {
                OutcomeBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`MapOk` variant](Outcome#variant.MapOk).
            #[inline]
            pub fn map_ok<T>(self, value: T) -> OutcomeBuilder<::planus::Initialized<4, T>>
            where
                T: ::planus::WriteAsOffset<self::MapOk>,
            {
                OutcomeBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`ContinueAt` variant](Outcome#variant.ContinueAt).
            #[inline]
            pub fn continue_at<T>(self, value: T) -> OutcomeBuilder<::planus::Initialized<5, T>>
            where
                T: ::planus::WriteAsOffset<self::ContinueAt>,
            {
                OutcomeBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`AttrOk` variant](Outcome#variant.AttrOk).
            #[inline]
            pub fn attr_ok<T>(self, value: T) -> OutcomeBuilder<::planus::Initialized<6, T>>
            where
                T: ::planus::WriteAsOffset<self::AttrOk>,
            {
                OutcomeBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`OpenOk` variant](Outcome#variant.OpenOk).
            #[inline]
            pub fn open_ok<T>(self, value: T) -> OutcomeBuilder<::planus::Initialized<7, T>>
            where
                T: ::planus::WriteAsOffset<self::OpenOk>,
            {
                OutcomeBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`ReaddirOk` variant](Outcome#variant.ReaddirOk).
            #[inline]
            pub fn readdir_ok<T>(self, value: T) -> OutcomeBuilder<::planus::Initialized<8, T>>
            where
                T: ::planus::WriteAsOffset<self::ReaddirOk>,
            {
                OutcomeBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`StatfsOk` variant](Outcome#variant.StatfsOk).
            #[inline]
            pub fn statfs_ok<T>(self, value: T) -> OutcomeBuilder<::planus::Initialized<9, T>>
            where
                T: ::planus::WriteAsOffset<self::StatfsOk>,
            {
                OutcomeBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`PlacementOk` variant](Outcome#variant.PlacementOk).
            #[inline]
            pub fn placement_ok<T>(self, value: T) -> OutcomeBuilder<::planus::Initialized<10, T>>
            where
                T: ::planus::WriteAsOffset<self::PlacementOk>,
            {
                OutcomeBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`IdsOk` variant](Outcome#variant.IdsOk).
            #[inline]
            pub fn ids_ok<T>(self, value: T) -> OutcomeBuilder<::planus::Initialized<11, T>>
            where
                T: ::planus::WriteAsOffset<self::IdsOk>,
            {
                OutcomeBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`QueryTxnOk` variant](Outcome#variant.QueryTxnOk).
            #[inline]
            pub fn query_txn_ok<T>(self, value: T) -> OutcomeBuilder<::planus::Initialized<12, T>>
            where
                T: ::planus::WriteAsOffset<self::QueryTxnOk>,
            {
                OutcomeBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`ReadOk` variant](Outcome#variant.ReadOk).
            #[inline]
            pub fn read_ok<T>(self, value: T) -> OutcomeBuilder<::planus::Initialized<13, T>>
            where
                T: ::planus::WriteAsOffset<self::ReadOk>,
            {
                OutcomeBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`ObjOk` variant](Outcome#variant.ObjOk).
            #[inline]
            pub fn obj_ok<T>(self, value: T) -> OutcomeBuilder<::planus::Initialized<14, T>>
            where
                T: ::planus::WriteAsOffset<self::ObjOk>,
            {
                OutcomeBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`TargetOk` variant](Outcome#variant.TargetOk).
            #[inline]
            pub fn target_ok<T>(self, value: T) -> OutcomeBuilder<::planus::Initialized<15, T>>
            where
                T: ::planus::WriteAsOffset<self::TargetOk>,
            {
                OutcomeBuilder(::planus::Initialized(value))
            }
        }

        impl<const N: u8, T> OutcomeBuilder<::planus::Initialized<N, T>> {
            /// Finish writing the builder to get an [UnionOffset](::planus::UnionOffset) to a serialized [Outcome].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Outcome>
            where
                Self: ::planus::WriteAsUnion<Outcome>,
            {
                ::planus::WriteAsUnion::prepare(&self, builder)
            }
        }

        impl<T> ::planus::WriteAsUnion<Outcome> for OutcomeBuilder<::planus::Initialized<1, T>>
        where
            T: ::planus::WriteAsOffset<self::Done>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Outcome> {
                ::planus::UnionOffset::new(1, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Outcome> for OutcomeBuilder<::planus::Initialized<1, T>>
        where
            T: ::planus::WriteAsOffset<self::Done>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Outcome>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Outcome> for OutcomeBuilder<::planus::Initialized<2, T>>
        where
            T: ::planus::WriteAsOffset<self::HelloOk>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Outcome> {
                ::planus::UnionOffset::new(2, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Outcome> for OutcomeBuilder<::planus::Initialized<2, T>>
        where
            T: ::planus::WriteAsOffset<self::HelloOk>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Outcome>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Outcome> for OutcomeBuilder<::planus::Initialized<3, T>>
        where
            T: ::planus::WriteAsOffset<self::SessionOk>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Outcome> {
                ::planus::UnionOffset::new(3, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Outcome> for OutcomeBuilder<::planus::Initialized<3, T>>
        where
            T: ::planus::WriteAsOffset<self::SessionOk>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Outcome>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Outcome> for OutcomeBuilder<::planus::Initialized<4, T>>
        where
            T: ::planus::WriteAsOffset<self::MapOk>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Outcome> {
                ::planus::UnionOffset::new(4, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Outcome> for OutcomeBuilder<::planus::Initialized<4, T>>
        where
            T: ::planus::WriteAsOffset<self::MapOk>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Outcome>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Outcome> for OutcomeBuilder<::planus::Initialized<5, T>>
        where
            T: ::planus::WriteAsOffset<self::ContinueAt>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Outcome> {
                ::planus::UnionOffset::new(5, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Outcome> for OutcomeBuilder<::planus::Initialized<5, T>>
        where
            T: ::planus::WriteAsOffset<self::ContinueAt>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Outcome>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Outcome> for OutcomeBuilder<::planus::Initialized<6, T>>
        where
            T: ::planus::WriteAsOffset<self::AttrOk>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Outcome> {
                ::planus::UnionOffset::new(6, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Outcome> for OutcomeBuilder<::planus::Initialized<6, T>>
        where
            T: ::planus::WriteAsOffset<self::AttrOk>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Outcome>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Outcome> for OutcomeBuilder<::planus::Initialized<7, T>>
        where
            T: ::planus::WriteAsOffset<self::OpenOk>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Outcome> {
                ::planus::UnionOffset::new(7, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Outcome> for OutcomeBuilder<::planus::Initialized<7, T>>
        where
            T: ::planus::WriteAsOffset<self::OpenOk>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Outcome>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Outcome> for OutcomeBuilder<::planus::Initialized<8, T>>
        where
            T: ::planus::WriteAsOffset<self::ReaddirOk>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Outcome> {
                ::planus::UnionOffset::new(8, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Outcome> for OutcomeBuilder<::planus::Initialized<8, T>>
        where
            T: ::planus::WriteAsOffset<self::ReaddirOk>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Outcome>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Outcome> for OutcomeBuilder<::planus::Initialized<9, T>>
        where
            T: ::planus::WriteAsOffset<self::StatfsOk>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Outcome> {
                ::planus::UnionOffset::new(9, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Outcome> for OutcomeBuilder<::planus::Initialized<9, T>>
        where
            T: ::planus::WriteAsOffset<self::StatfsOk>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Outcome>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Outcome> for OutcomeBuilder<::planus::Initialized<10, T>>
        where
            T: ::planus::WriteAsOffset<self::PlacementOk>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Outcome> {
                ::planus::UnionOffset::new(10, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Outcome> for OutcomeBuilder<::planus::Initialized<10, T>>
        where
            T: ::planus::WriteAsOffset<self::PlacementOk>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Outcome>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Outcome> for OutcomeBuilder<::planus::Initialized<11, T>>
        where
            T: ::planus::WriteAsOffset<self::IdsOk>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Outcome> {
                ::planus::UnionOffset::new(11, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Outcome> for OutcomeBuilder<::planus::Initialized<11, T>>
        where
            T: ::planus::WriteAsOffset<self::IdsOk>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Outcome>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Outcome> for OutcomeBuilder<::planus::Initialized<12, T>>
        where
            T: ::planus::WriteAsOffset<self::QueryTxnOk>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Outcome> {
                ::planus::UnionOffset::new(12, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Outcome> for OutcomeBuilder<::planus::Initialized<12, T>>
        where
            T: ::planus::WriteAsOffset<self::QueryTxnOk>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Outcome>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Outcome> for OutcomeBuilder<::planus::Initialized<13, T>>
        where
            T: ::planus::WriteAsOffset<self::ReadOk>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Outcome> {
                ::planus::UnionOffset::new(13, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Outcome> for OutcomeBuilder<::planus::Initialized<13, T>>
        where
            T: ::planus::WriteAsOffset<self::ReadOk>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Outcome>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Outcome> for OutcomeBuilder<::planus::Initialized<14, T>>
        where
            T: ::planus::WriteAsOffset<self::ObjOk>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Outcome> {
                ::planus::UnionOffset::new(14, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Outcome> for OutcomeBuilder<::planus::Initialized<14, T>>
        where
            T: ::planus::WriteAsOffset<self::ObjOk>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Outcome>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<Outcome> for OutcomeBuilder<::planus::Initialized<15, T>>
        where
            T: ::planus::WriteAsOffset<self::TargetOk>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Outcome> {
                ::planus::UnionOffset::new(15, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<Outcome> for OutcomeBuilder<::planus::Initialized<15, T>>
        where
            T: ::planus::WriteAsOffset<self::TargetOk>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Outcome>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }

        /// Reference to a deserialized [Outcome].
        #[derive(Copy, Clone, Debug)]
        pub enum OutcomeRef<'a> {
            Done(self::DoneRef<'a>),
            HelloOk(self::HelloOkRef<'a>),
            SessionOk(self::SessionOkRef<'a>),
            MapOk(self::MapOkRef<'a>),
            ContinueAt(self::ContinueAtRef<'a>),
            AttrOk(self::AttrOkRef<'a>),
            OpenOk(self::OpenOkRef<'a>),
            ReaddirOk(self::ReaddirOkRef<'a>),
            StatfsOk(self::StatfsOkRef<'a>),
            PlacementOk(self::PlacementOkRef<'a>),
            IdsOk(self::IdsOkRef<'a>),
            QueryTxnOk(self::QueryTxnOkRef<'a>),
            ReadOk(self::ReadOkRef<'a>),
            ObjOk(self::ObjOkRef<'a>),
            TargetOk(self::TargetOkRef<'a>),
        }

        impl<'a> ::core::convert::TryFrom<OutcomeRef<'a>> for Outcome {
            type Error = ::planus::Error;

            fn try_from(value: OutcomeRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(match value {
                    OutcomeRef::Done(value) => Self::Done(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    OutcomeRef::HelloOk(value) => Self::HelloOk(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    OutcomeRef::SessionOk(value) => Self::SessionOk(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    OutcomeRef::MapOk(value) => Self::MapOk(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    OutcomeRef::ContinueAt(value) => Self::ContinueAt(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    OutcomeRef::AttrOk(value) => Self::AttrOk(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    OutcomeRef::OpenOk(value) => Self::OpenOk(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    OutcomeRef::ReaddirOk(value) => Self::ReaddirOk(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    OutcomeRef::StatfsOk(value) => Self::StatfsOk(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    OutcomeRef::PlacementOk(value) => Self::PlacementOk(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    OutcomeRef::IdsOk(value) => Self::IdsOk(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    OutcomeRef::QueryTxnOk(value) => Self::QueryTxnOk(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    OutcomeRef::ReadOk(value) => Self::ReadOk(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    OutcomeRef::ObjOk(value) => Self::ObjOk(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    OutcomeRef::TargetOk(value) => Self::TargetOk(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),
                })
            }
        }

        impl<'a> ::planus::TableReadUnion<'a> for OutcomeRef<'a> {
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                tag: u8,
                field_offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                match tag {
                    1 => ::core::result::Result::Ok(Self::Done(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    2 => ::core::result::Result::Ok(Self::HelloOk(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    3 => ::core::result::Result::Ok(Self::SessionOk(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    4 => ::core::result::Result::Ok(Self::MapOk(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    5 => ::core::result::Result::Ok(Self::ContinueAt(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    6 => ::core::result::Result::Ok(Self::AttrOk(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    7 => ::core::result::Result::Ok(Self::OpenOk(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    8 => ::core::result::Result::Ok(Self::ReaddirOk(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    9 => ::core::result::Result::Ok(Self::StatfsOk(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    10 => ::core::result::Result::Ok(Self::PlacementOk(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    11 => ::core::result::Result::Ok(Self::IdsOk(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    12 => ::core::result::Result::Ok(Self::QueryTxnOk(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    13 => ::core::result::Result::Ok(Self::ReadOk(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    14 => ::core::result::Result::Ok(Self::ObjOk(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    15 => ::core::result::Result::Ok(Self::TargetOk(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    _ => ::core::result::Result::Err(::planus::errors::ErrorKind::UnknownUnionTag { tag }),
                }
            }
        }

        impl<'a> ::planus::VectorReadUnion<'a> for OutcomeRef<'a> {
            const VECTOR_NAME: &'static str = "[OutcomeRef]";
        }

        /// The table `Request` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Table `Request` in the file `/work/main/protocol/schema/osmia.fbs:335`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct Request {
            ///  Matches the reply; unique on its connection.
            pub id: u64,
            ///  Who repeats what: a request with a number is run once; its repetition gets the recorded reply.
            ///  `number` 0: not recorded (it changes nothing, or may be repeated).
            pub session: u64,
            /// The field `number` in the table `Request`
            pub number: u64,
            /// The field `slot` in the table `Request`
            pub slot: u16,
            ///  Version of the cluster map that the sender routed by.
            pub epoch: u32,
            ///  What was left of the deadline at sending; the server drops the request when it has passed.
            pub budget_ms: u32,
            /// The field `uid` in the table `Request`
            pub uid: u32,
            /// The field `gid` in the table `Request`
            pub gid: u32,
            /// The field `groups` in the table `Request`
            pub groups: ::core::option::Option<::planus::alloc::vec::Vec<u32>>,
            ///  Opens that the client has closed since its last request.
            pub closes: ::core::option::Option<::planus::alloc::vec::Vec<u64>>,
            ///  Rights to data, signed by the metadata server. Empty until servers sign.
            pub capability: ::core::option::Option<::planus::alloc::vec::Vec<u8>>,
            ///  Bytes of the message's body that belong to this request.
            pub body_bytes: u32,
            /// The field `call` in the table `Request`
            pub call: ::core::option::Option<self::Call>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Request {
            fn default() -> Self {
                Self {
                    id: 0,
                    session: 0,
                    number: 0,
                    slot: 0,
                    epoch: 0,
                    budget_ms: 0,
                    uid: 0,
                    gid: 0,
                    groups: ::core::default::Default::default(),
                    closes: ::core::default::Default::default(),
                    capability: ::core::default::Default::default(),
                    body_bytes: 0,
                    call: ::core::default::Default::default(),
                }
            }
        }

        impl Request {
            /// Creates a [RequestBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> RequestBuilder<()> {
                RequestBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_id: impl ::planus::WriteAsDefault<u64, u64>,
                field_session: impl ::planus::WriteAsDefault<u64, u64>,
                field_number: impl ::planus::WriteAsDefault<u64, u64>,
                field_slot: impl ::planus::WriteAsDefault<u16, u16>,
                field_epoch: impl ::planus::WriteAsDefault<u32, u32>,
                field_budget_ms: impl ::planus::WriteAsDefault<u32, u32>,
                field_uid: impl ::planus::WriteAsDefault<u32, u32>,
                field_gid: impl ::planus::WriteAsDefault<u32, u32>,
                field_groups: impl ::planus::WriteAsOptional<::planus::Offset<[u32]>>,
                field_closes: impl ::planus::WriteAsOptional<::planus::Offset<[u64]>>,
                field_capability: impl ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                field_body_bytes: impl ::planus::WriteAsDefault<u32, u32>,
                field_call: impl ::planus::WriteAsOptionalUnion<self::Call>,
            ) -> ::planus::Offset<Self> {
                let prepared_id = field_id.prepare(builder, &0);
                let prepared_session = field_session.prepare(builder, &0);
                let prepared_number = field_number.prepare(builder, &0);
                let prepared_slot = field_slot.prepare(builder, &0);
                let prepared_epoch = field_epoch.prepare(builder, &0);
                let prepared_budget_ms = field_budget_ms.prepare(builder, &0);
                let prepared_uid = field_uid.prepare(builder, &0);
                let prepared_gid = field_gid.prepare(builder, &0);
                let prepared_groups = field_groups.prepare(builder);
                let prepared_closes = field_closes.prepare(builder);
                let prepared_capability = field_capability.prepare(builder);
                let prepared_body_bytes = field_body_bytes.prepare(builder, &0);
                let prepared_call = field_call.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<32> =
                    ::core::default::Default::default();
                if prepared_id.is_some() {
                    table_writer.write_entry::<u64>(0);
                }
                if prepared_session.is_some() {
                    table_writer.write_entry::<u64>(1);
                }
                if prepared_number.is_some() {
                    table_writer.write_entry::<u64>(2);
                }
                if prepared_epoch.is_some() {
                    table_writer.write_entry::<u32>(4);
                }
                if prepared_budget_ms.is_some() {
                    table_writer.write_entry::<u32>(5);
                }
                if prepared_uid.is_some() {
                    table_writer.write_entry::<u32>(6);
                }
                if prepared_gid.is_some() {
                    table_writer.write_entry::<u32>(7);
                }
                if prepared_groups.is_some() {
                    table_writer.write_entry::<::planus::Offset<[u32]>>(8);
                }
                if prepared_closes.is_some() {
                    table_writer.write_entry::<::planus::Offset<[u64]>>(9);
                }
                if prepared_capability.is_some() {
                    table_writer.write_entry::<::planus::Offset<[u8]>>(10);
                }
                if prepared_body_bytes.is_some() {
                    table_writer.write_entry::<u32>(11);
                }
                if prepared_call.is_some() {
                    table_writer.write_entry::<::planus::Offset<self::Call>>(13);
                }
                if prepared_slot.is_some() {
                    table_writer.write_entry::<u16>(3);
                }
                if prepared_call.is_some() {
                    table_writer.write_entry::<u8>(12);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_id) = prepared_id {
                            object_writer.write::<_, _, 8>(&prepared_id);
                        }
                        if let ::core::option::Option::Some(prepared_session) = prepared_session {
                            object_writer.write::<_, _, 8>(&prepared_session);
                        }
                        if let ::core::option::Option::Some(prepared_number) = prepared_number {
                            object_writer.write::<_, _, 8>(&prepared_number);
                        }
                        if let ::core::option::Option::Some(prepared_epoch) = prepared_epoch {
                            object_writer.write::<_, _, 4>(&prepared_epoch);
                        }
                        if let ::core::option::Option::Some(prepared_budget_ms) = prepared_budget_ms {
                            object_writer.write::<_, _, 4>(&prepared_budget_ms);
                        }
                        if let ::core::option::Option::Some(prepared_uid) = prepared_uid {
                            object_writer.write::<_, _, 4>(&prepared_uid);
                        }
                        if let ::core::option::Option::Some(prepared_gid) = prepared_gid {
                            object_writer.write::<_, _, 4>(&prepared_gid);
                        }
                        if let ::core::option::Option::Some(prepared_groups) = prepared_groups {
                            object_writer.write::<_, _, 4>(&prepared_groups);
                        }
                        if let ::core::option::Option::Some(prepared_closes) = prepared_closes {
                            object_writer.write::<_, _, 4>(&prepared_closes);
                        }
                        if let ::core::option::Option::Some(prepared_capability) = prepared_capability {
                            object_writer.write::<_, _, 4>(&prepared_capability);
                        }
                        if let ::core::option::Option::Some(prepared_body_bytes) = prepared_body_bytes {
                            object_writer.write::<_, _, 4>(&prepared_body_bytes);
                        }
                        if let ::core::option::Option::Some(prepared_call) = prepared_call {
                            object_writer.write::<_, _, 4>(&prepared_call.offset());
                        }
                        if let ::core::option::Option::Some(prepared_slot) = prepared_slot {
                            object_writer.write::<_, _, 2>(&prepared_slot);
                        }
                        if let ::core::option::Option::Some(prepared_call) = prepared_call {
                            object_writer.write::<_, _, 1>(&prepared_call.tag());
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Request>> for Request {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Request> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Request>> for Request {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Request>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Request> for Request {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Request> {
                Request::create(
                    builder,
                    self.id,
                    self.session,
                    self.number,
                    self.slot,
                    self.epoch,
                    self.budget_ms,
                    self.uid,
                    self.gid,
                    &self.groups,
                    &self.closes,
                    &self.capability,
                    self.body_bytes,
                    &self.call,
                )
            }
        }

        /// Builder for serializing an instance of the [Request] type.
        ///
        /// Can be created using the [Request::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct RequestBuilder<State>(State);

        impl RequestBuilder<()> {
            /// Setter for the [`id` field](Request#structfield.id).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn id<T0>(self, value: T0) -> RequestBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u64, u64>,
            {
                RequestBuilder((value,))
            }

            /// Sets the [`id` field](Request#structfield.id) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn id_as_default(self) -> RequestBuilder<(::planus::DefaultValue,)> {
                self.id(::planus::DefaultValue)
            }
        }

        impl<T0> RequestBuilder<(T0,)> {
            /// Setter for the [`session` field](Request#structfield.session).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn session<T1>(self, value: T1) -> RequestBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u64, u64>,
            {
                let (v0,) = self.0;
                RequestBuilder((v0, value))
            }

            /// Sets the [`session` field](Request#structfield.session) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn session_as_default(self) -> RequestBuilder<(T0, ::planus::DefaultValue)> {
                self.session(::planus::DefaultValue)
            }
        }

        impl<T0, T1> RequestBuilder<(T0, T1)> {
            /// Setter for the [`number` field](Request#structfield.number).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn number<T2>(self, value: T2) -> RequestBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<u64, u64>,
            {
                let (v0, v1) = self.0;
                RequestBuilder((v0, v1, value))
            }

            /// Sets the [`number` field](Request#structfield.number) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn number_as_default(self) -> RequestBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.number(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> RequestBuilder<(T0, T1, T2)> {
            /// Setter for the [`slot` field](Request#structfield.slot).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn slot<T3>(self, value: T3) -> RequestBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAsDefault<u16, u16>,
            {
                let (v0, v1, v2) = self.0;
                RequestBuilder((v0, v1, v2, value))
            }

            /// Sets the [`slot` field](Request#structfield.slot) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn slot_as_default(self) -> RequestBuilder<(T0, T1, T2, ::planus::DefaultValue)> {
                self.slot(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3> RequestBuilder<(T0, T1, T2, T3)> {
            /// Setter for the [`epoch` field](Request#structfield.epoch).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn epoch<T4>(self, value: T4) -> RequestBuilder<(T0, T1, T2, T3, T4)>
            where
                T4: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0, v1, v2, v3) = self.0;
                RequestBuilder((v0, v1, v2, v3, value))
            }

            /// Sets the [`epoch` field](Request#structfield.epoch) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn epoch_as_default(self) -> RequestBuilder<(T0, T1, T2, T3, ::planus::DefaultValue)> {
                self.epoch(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4> RequestBuilder<(T0, T1, T2, T3, T4)> {
            /// Setter for the [`budget_ms` field](Request#structfield.budget_ms).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn budget_ms<T5>(self, value: T5) -> RequestBuilder<(T0, T1, T2, T3, T4, T5)>
            where
                T5: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0, v1, v2, v3, v4) = self.0;
                RequestBuilder((v0, v1, v2, v3, v4, value))
            }

            /// Sets the [`budget_ms` field](Request#structfield.budget_ms) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn budget_ms_as_default(
                self,
            ) -> RequestBuilder<(T0, T1, T2, T3, T4, ::planus::DefaultValue)> {
                self.budget_ms(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5> RequestBuilder<(T0, T1, T2, T3, T4, T5)> {
            /// Setter for the [`uid` field](Request#structfield.uid).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn uid<T6>(self, value: T6) -> RequestBuilder<(T0, T1, T2, T3, T4, T5, T6)>
            where
                T6: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0, v1, v2, v3, v4, v5) = self.0;
                RequestBuilder((v0, v1, v2, v3, v4, v5, value))
            }

            /// Sets the [`uid` field](Request#structfield.uid) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn uid_as_default(self) -> RequestBuilder<(T0, T1, T2, T3, T4, T5, ::planus::DefaultValue)> {
                self.uid(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6> RequestBuilder<(T0, T1, T2, T3, T4, T5, T6)> {
            /// Setter for the [`gid` field](Request#structfield.gid).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn gid<T7>(self, value: T7) -> RequestBuilder<(T0, T1, T2, T3, T4, T5, T6, T7)>
            where
                T7: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0, v1, v2, v3, v4, v5, v6) = self.0;
                RequestBuilder((v0, v1, v2, v3, v4, v5, v6, value))
            }

            /// Sets the [`gid` field](Request#structfield.gid) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn gid_as_default(
                self,
            ) -> RequestBuilder<(T0, T1, T2, T3, T4, T5, T6, ::planus::DefaultValue)> {
                self.gid(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7> RequestBuilder<(T0, T1, T2, T3, T4, T5, T6, T7)> {
            /// Setter for the [`groups` field](Request#structfield.groups).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn groups<T8>(self, value: T8) -> RequestBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8)>
            where
                T8: ::planus::WriteAsOptional<::planus::Offset<[u32]>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7) = self.0;
                RequestBuilder((v0, v1, v2, v3, v4, v5, v6, v7, value))
            }

            /// Sets the [`groups` field](Request#structfield.groups) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn groups_as_null(self) -> RequestBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, ())> {
                self.groups(())
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8> RequestBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8)> {
            /// Setter for the [`closes` field](Request#structfield.closes).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn closes<T9>(self, value: T9) -> RequestBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9)>
            where
                T9: ::planus::WriteAsOptional<::planus::Offset<[u64]>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8) = self.0;
                RequestBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, value))
            }

            /// Sets the [`closes` field](Request#structfield.closes) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn closes_as_null(self) -> RequestBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, ())> {
                self.closes(())
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9> RequestBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9)> {
            /// Setter for the [`capability` field](Request#structfield.capability).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn capability<T10>(
                self,
                value: T10,
            ) -> RequestBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10)>
            where
                T10: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9) = self.0;
                RequestBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, value))
            }

            /// Sets the [`capability` field](Request#structfield.capability) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn capability_as_null(self) -> RequestBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, ())> {
                self.capability(())
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10>
            RequestBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10)>
        {
            /// Setter for the [`body_bytes` field](Request#structfield.body_bytes).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn body_bytes<T11>(
                self,
                value: T11,
            ) -> RequestBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11)>
            where
                T11: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10) = self.0;
                RequestBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, value))
            }

            /// Sets the [`body_bytes` field](Request#structfield.body_bytes) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn body_bytes_as_default(
                self,
            ) -> RequestBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, ::planus::DefaultValue)>
            {
                self.body_bytes(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11>
            RequestBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11)>
        {
            /// Setter for the [`call` field](Request#structfield.call).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn call<T12>(
                self,
                value: T12,
            ) -> RequestBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12)>
            where
                T12: ::planus::WriteAsOptionalUnion<self::Call>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11) = self.0;
                RequestBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, value))
            }

            /// Sets the [`call` field](Request#structfield.call) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn call_as_null(
                self,
            ) -> RequestBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, ())> {
                self.call(())
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12>
            RequestBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12)>
        {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Request].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Request>
            where
                Self: ::planus::WriteAsOffset<Request>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAsDefault<u64, u64>,
                T2: ::planus::WriteAsDefault<u64, u64>,
                T3: ::planus::WriteAsDefault<u16, u16>,
                T4: ::planus::WriteAsDefault<u32, u32>,
                T5: ::planus::WriteAsDefault<u32, u32>,
                T6: ::planus::WriteAsDefault<u32, u32>,
                T7: ::planus::WriteAsDefault<u32, u32>,
                T8: ::planus::WriteAsOptional<::planus::Offset<[u32]>>,
                T9: ::planus::WriteAsOptional<::planus::Offset<[u64]>>,
                T10: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                T11: ::planus::WriteAsDefault<u32, u32>,
                T12: ::planus::WriteAsOptionalUnion<self::Call>,
            > ::planus::WriteAs<::planus::Offset<Request>>
            for RequestBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12)>
        {
            type Prepared = ::planus::Offset<Request>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Request> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAsDefault<u64, u64>,
                T2: ::planus::WriteAsDefault<u64, u64>,
                T3: ::planus::WriteAsDefault<u16, u16>,
                T4: ::planus::WriteAsDefault<u32, u32>,
                T5: ::planus::WriteAsDefault<u32, u32>,
                T6: ::planus::WriteAsDefault<u32, u32>,
                T7: ::planus::WriteAsDefault<u32, u32>,
                T8: ::planus::WriteAsOptional<::planus::Offset<[u32]>>,
                T9: ::planus::WriteAsOptional<::planus::Offset<[u64]>>,
                T10: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                T11: ::planus::WriteAsDefault<u32, u32>,
                T12: ::planus::WriteAsOptionalUnion<self::Call>,
            > ::planus::WriteAsOptional<::planus::Offset<Request>>
            for RequestBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12)>
        {
            type Prepared = ::planus::Offset<Request>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Request>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAsDefault<u64, u64>,
                T2: ::planus::WriteAsDefault<u64, u64>,
                T3: ::planus::WriteAsDefault<u16, u16>,
                T4: ::planus::WriteAsDefault<u32, u32>,
                T5: ::planus::WriteAsDefault<u32, u32>,
                T6: ::planus::WriteAsDefault<u32, u32>,
                T7: ::planus::WriteAsDefault<u32, u32>,
                T8: ::planus::WriteAsOptional<::planus::Offset<[u32]>>,
                T9: ::planus::WriteAsOptional<::planus::Offset<[u64]>>,
                T10: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
                T11: ::planus::WriteAsDefault<u32, u32>,
                T12: ::planus::WriteAsOptionalUnion<self::Call>,
            > ::planus::WriteAsOffset<Request>
            for RequestBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Request> {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12) = &self.0;
                Request::create(builder, v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12)
            }
        }

        /// Reference to a deserialized [Request].
        #[derive(Copy, Clone)]
        pub struct RequestRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> RequestRef<'a> {
            /// Getter for the [`id` field](Request#structfield.id).
            #[inline]
            pub fn id(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(0, "Request", "id")?.unwrap_or(0))
            }

            /// Getter for the [`session` field](Request#structfield.session).
            #[inline]
            pub fn session(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(1, "Request", "session")?.unwrap_or(0))
            }

            /// Getter for the [`number` field](Request#structfield.number).
            #[inline]
            pub fn number(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(2, "Request", "number")?.unwrap_or(0))
            }

            /// Getter for the [`slot` field](Request#structfield.slot).
            #[inline]
            pub fn slot(&self) -> ::planus::Result<u16> {
                ::core::result::Result::Ok(self.0.access(3, "Request", "slot")?.unwrap_or(0))
            }

            /// Getter for the [`epoch` field](Request#structfield.epoch).
            #[inline]
            pub fn epoch(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(4, "Request", "epoch")?.unwrap_or(0))
            }

            /// Getter for the [`budget_ms` field](Request#structfield.budget_ms).
            #[inline]
            pub fn budget_ms(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(5, "Request", "budget_ms")?.unwrap_or(0))
            }

            /// Getter for the [`uid` field](Request#structfield.uid).
            #[inline]
            pub fn uid(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(6, "Request", "uid")?.unwrap_or(0))
            }

            /// Getter for the [`gid` field](Request#structfield.gid).
            #[inline]
            pub fn gid(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(7, "Request", "gid")?.unwrap_or(0))
            }

            /// Getter for the [`groups` field](Request#structfield.groups).
            #[inline]
            pub fn groups(&self) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, u32>>> {
                self.0.access(8, "Request", "groups")
            }

            /// Getter for the [`closes` field](Request#structfield.closes).
            #[inline]
            pub fn closes(&self) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, u64>>> {
                self.0.access(9, "Request", "closes")
            }

            /// Getter for the [`capability` field](Request#structfield.capability).
            #[inline]
            pub fn capability(&self) -> ::planus::Result<::core::option::Option<&'a [u8]>> {
                self.0.access(10, "Request", "capability")
            }

            /// Getter for the [`body_bytes` field](Request#structfield.body_bytes).
            #[inline]
            pub fn body_bytes(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(11, "Request", "body_bytes")?.unwrap_or(0))
            }

            /// Getter for the [`call` field](Request#structfield.call).
            #[inline]
            pub fn call(&self) -> ::planus::Result<::core::option::Option<self::CallRef<'a>>> {
                self.0.access_union(12, "Request", "call")
            }
        }

        impl<'a> ::core::fmt::Debug for RequestRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("RequestRef");
                f.field("id", &self.id());
                f.field("session", &self.session());
                f.field("number", &self.number());
                f.field("slot", &self.slot());
                f.field("epoch", &self.epoch());
                f.field("budget_ms", &self.budget_ms());
                f.field("uid", &self.uid());
                f.field("gid", &self.gid());
                if let ::core::option::Option::Some(field_groups) = self.groups().transpose() {
                    f.field("groups", &field_groups);
                }
                if let ::core::option::Option::Some(field_closes) = self.closes().transpose() {
                    f.field("closes", &field_closes);
                }
                if let ::core::option::Option::Some(field_capability) = self.capability().transpose() {
                    f.field("capability", &field_capability);
                }
                f.field("body_bytes", &self.body_bytes());
                if let ::core::option::Option::Some(field_call) = self.call().transpose() {
                    f.field("call", &field_call);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<RequestRef<'a>> for Request {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: RequestRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    id: ::core::convert::TryInto::try_into(value.id()?)?,
                    session: ::core::convert::TryInto::try_into(value.session()?)?,
                    number: ::core::convert::TryInto::try_into(value.number()?)?,
                    slot: ::core::convert::TryInto::try_into(value.slot()?)?,
                    epoch: ::core::convert::TryInto::try_into(value.epoch()?)?,
                    budget_ms: ::core::convert::TryInto::try_into(value.budget_ms()?)?,
                    uid: ::core::convert::TryInto::try_into(value.uid()?)?,
                    gid: ::core::convert::TryInto::try_into(value.gid()?)?,
                    groups: if let ::core::option::Option::Some(groups) = value.groups()? {
                        ::core::option::Option::Some(groups.to_vec()?)
                    } else {
                        ::core::option::Option::None
                    },
                    closes: if let ::core::option::Option::Some(closes) = value.closes()? {
                        ::core::option::Option::Some(closes.to_vec()?)
                    } else {
                        ::core::option::Option::None
                    },
                    capability: value.capability()?.map(|v| v.to_vec()),
                    body_bytes: ::core::convert::TryInto::try_into(value.body_bytes()?)?,
                    call: if let ::core::option::Option::Some(call) = value.call()? {
                        ::core::option::Option::Some(::core::convert::TryInto::try_into(call)?)
                    } else {
                        ::core::option::Option::None
                    },
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for RequestRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for RequestRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[RequestRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Request>> for Request {
            type Value = ::planus::Offset<Request>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Request>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for RequestRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[RequestRef]", "read_as_root", 0))
            }
        }

        /// The table `Reply` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Table `Reply` in the file `/work/main/protocol/schema/osmia.fbs:358`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct Reply {
            /// The field `id` in the table `Reply`
            pub id: u64,
            ///  `protocol::Status`
            pub status: u16,
            ///  Changes whenever unsynced state of the server may have been lost.
            pub incarnation: u64,
            /// The field `epoch` in the table `Reply`
            pub epoch: u32,
            /// The field `body_bytes` in the table `Reply`
            pub body_bytes: u32,
            ///  With an overload: when to try again.
            pub retry_ms: u32,
            ///  With an error: what and where, for people.
            pub detail: ::core::option::Option<::planus::alloc::string::String>,
            /// The field `outcome` in the table `Reply`
            pub outcome: ::core::option::Option<self::Outcome>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Reply {
            fn default() -> Self {
                Self {
                    id: 0,
                    status: 0,
                    incarnation: 0,
                    epoch: 0,
                    body_bytes: 0,
                    retry_ms: 0,
                    detail: ::core::default::Default::default(),
                    outcome: ::core::default::Default::default(),
                }
            }
        }

        impl Reply {
            /// Creates a [ReplyBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> ReplyBuilder<()> {
                ReplyBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_id: impl ::planus::WriteAsDefault<u64, u64>,
                field_status: impl ::planus::WriteAsDefault<u16, u16>,
                field_incarnation: impl ::planus::WriteAsDefault<u64, u64>,
                field_epoch: impl ::planus::WriteAsDefault<u32, u32>,
                field_body_bytes: impl ::planus::WriteAsDefault<u32, u32>,
                field_retry_ms: impl ::planus::WriteAsDefault<u32, u32>,
                field_detail: impl ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                field_outcome: impl ::planus::WriteAsOptionalUnion<self::Outcome>,
            ) -> ::planus::Offset<Self> {
                let prepared_id = field_id.prepare(builder, &0);
                let prepared_status = field_status.prepare(builder, &0);
                let prepared_incarnation = field_incarnation.prepare(builder, &0);
                let prepared_epoch = field_epoch.prepare(builder, &0);
                let prepared_body_bytes = field_body_bytes.prepare(builder, &0);
                let prepared_retry_ms = field_retry_ms.prepare(builder, &0);
                let prepared_detail = field_detail.prepare(builder);
                let prepared_outcome = field_outcome.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<22> =
                    ::core::default::Default::default();
                if prepared_id.is_some() {
                    table_writer.write_entry::<u64>(0);
                }
                if prepared_incarnation.is_some() {
                    table_writer.write_entry::<u64>(2);
                }
                if prepared_epoch.is_some() {
                    table_writer.write_entry::<u32>(3);
                }
                if prepared_body_bytes.is_some() {
                    table_writer.write_entry::<u32>(4);
                }
                if prepared_retry_ms.is_some() {
                    table_writer.write_entry::<u32>(5);
                }
                if prepared_detail.is_some() {
                    table_writer.write_entry::<::planus::Offset<str>>(6);
                }
                if prepared_outcome.is_some() {
                    table_writer.write_entry::<::planus::Offset<self::Outcome>>(8);
                }
                if prepared_status.is_some() {
                    table_writer.write_entry::<u16>(1);
                }
                if prepared_outcome.is_some() {
                    table_writer.write_entry::<u8>(7);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_id) = prepared_id {
                            object_writer.write::<_, _, 8>(&prepared_id);
                        }
                        if let ::core::option::Option::Some(prepared_incarnation) = prepared_incarnation {
                            object_writer.write::<_, _, 8>(&prepared_incarnation);
                        }
                        if let ::core::option::Option::Some(prepared_epoch) = prepared_epoch {
                            object_writer.write::<_, _, 4>(&prepared_epoch);
                        }
                        if let ::core::option::Option::Some(prepared_body_bytes) = prepared_body_bytes {
                            object_writer.write::<_, _, 4>(&prepared_body_bytes);
                        }
                        if let ::core::option::Option::Some(prepared_retry_ms) = prepared_retry_ms {
                            object_writer.write::<_, _, 4>(&prepared_retry_ms);
                        }
                        if let ::core::option::Option::Some(prepared_detail) = prepared_detail {
                            object_writer.write::<_, _, 4>(&prepared_detail);
                        }
                        if let ::core::option::Option::Some(prepared_outcome) = prepared_outcome {
                            object_writer.write::<_, _, 4>(&prepared_outcome.offset());
                        }
                        if let ::core::option::Option::Some(prepared_status) = prepared_status {
                            object_writer.write::<_, _, 2>(&prepared_status);
                        }
                        if let ::core::option::Option::Some(prepared_outcome) = prepared_outcome {
                            object_writer.write::<_, _, 1>(&prepared_outcome.tag());
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Reply>> for Reply {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Reply> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Reply>> for Reply {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Reply>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Reply> for Reply {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Reply> {
                Reply::create(
                    builder,
                    self.id,
                    self.status,
                    self.incarnation,
                    self.epoch,
                    self.body_bytes,
                    self.retry_ms,
                    &self.detail,
                    &self.outcome,
                )
            }
        }

        /// Builder for serializing an instance of the [Reply] type.
        ///
        /// Can be created using the [Reply::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct ReplyBuilder<State>(State);

        impl ReplyBuilder<()> {
            /// Setter for the [`id` field](Reply#structfield.id).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn id<T0>(self, value: T0) -> ReplyBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u64, u64>,
            {
                ReplyBuilder((value,))
            }

            /// Sets the [`id` field](Reply#structfield.id) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn id_as_default(self) -> ReplyBuilder<(::planus::DefaultValue,)> {
                self.id(::planus::DefaultValue)
            }
        }

        impl<T0> ReplyBuilder<(T0,)> {
            /// Setter for the [`status` field](Reply#structfield.status).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn status<T1>(self, value: T1) -> ReplyBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<u16, u16>,
            {
                let (v0,) = self.0;
                ReplyBuilder((v0, value))
            }

            /// Sets the [`status` field](Reply#structfield.status) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn status_as_default(self) -> ReplyBuilder<(T0, ::planus::DefaultValue)> {
                self.status(::planus::DefaultValue)
            }
        }

        impl<T0, T1> ReplyBuilder<(T0, T1)> {
            /// Setter for the [`incarnation` field](Reply#structfield.incarnation).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn incarnation<T2>(self, value: T2) -> ReplyBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<u64, u64>,
            {
                let (v0, v1) = self.0;
                ReplyBuilder((v0, v1, value))
            }

            /// Sets the [`incarnation` field](Reply#structfield.incarnation) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn incarnation_as_default(self) -> ReplyBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.incarnation(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> ReplyBuilder<(T0, T1, T2)> {
            /// Setter for the [`epoch` field](Reply#structfield.epoch).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn epoch<T3>(self, value: T3) -> ReplyBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0, v1, v2) = self.0;
                ReplyBuilder((v0, v1, v2, value))
            }

            /// Sets the [`epoch` field](Reply#structfield.epoch) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn epoch_as_default(self) -> ReplyBuilder<(T0, T1, T2, ::planus::DefaultValue)> {
                self.epoch(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3> ReplyBuilder<(T0, T1, T2, T3)> {
            /// Setter for the [`body_bytes` field](Reply#structfield.body_bytes).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn body_bytes<T4>(self, value: T4) -> ReplyBuilder<(T0, T1, T2, T3, T4)>
            where
                T4: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0, v1, v2, v3) = self.0;
                ReplyBuilder((v0, v1, v2, v3, value))
            }

            /// Sets the [`body_bytes` field](Reply#structfield.body_bytes) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn body_bytes_as_default(self) -> ReplyBuilder<(T0, T1, T2, T3, ::planus::DefaultValue)> {
                self.body_bytes(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4> ReplyBuilder<(T0, T1, T2, T3, T4)> {
            /// Setter for the [`retry_ms` field](Reply#structfield.retry_ms).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn retry_ms<T5>(self, value: T5) -> ReplyBuilder<(T0, T1, T2, T3, T4, T5)>
            where
                T5: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0, v1, v2, v3, v4) = self.0;
                ReplyBuilder((v0, v1, v2, v3, v4, value))
            }

            /// Sets the [`retry_ms` field](Reply#structfield.retry_ms) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn retry_ms_as_default(self) -> ReplyBuilder<(T0, T1, T2, T3, T4, ::planus::DefaultValue)> {
                self.retry_ms(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5> ReplyBuilder<(T0, T1, T2, T3, T4, T5)> {
            /// Setter for the [`detail` field](Reply#structfield.detail).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn detail<T6>(self, value: T6) -> ReplyBuilder<(T0, T1, T2, T3, T4, T5, T6)>
            where
                T6: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            {
                let (v0, v1, v2, v3, v4, v5) = self.0;
                ReplyBuilder((v0, v1, v2, v3, v4, v5, value))
            }

            /// Sets the [`detail` field](Reply#structfield.detail) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn detail_as_null(self) -> ReplyBuilder<(T0, T1, T2, T3, T4, T5, ())> {
                self.detail(())
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6> ReplyBuilder<(T0, T1, T2, T3, T4, T5, T6)> {
            /// Setter for the [`outcome` field](Reply#structfield.outcome).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn outcome<T7>(self, value: T7) -> ReplyBuilder<(T0, T1, T2, T3, T4, T5, T6, T7)>
            where
                T7: ::planus::WriteAsOptionalUnion<self::Outcome>,
            {
                let (v0, v1, v2, v3, v4, v5, v6) = self.0;
                ReplyBuilder((v0, v1, v2, v3, v4, v5, v6, value))
            }

            /// Sets the [`outcome` field](Reply#structfield.outcome) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn outcome_as_null(self) -> ReplyBuilder<(T0, T1, T2, T3, T4, T5, T6, ())> {
                self.outcome(())
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7> ReplyBuilder<(T0, T1, T2, T3, T4, T5, T6, T7)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Reply].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Reply>
            where
                Self: ::planus::WriteAsOffset<Reply>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAsDefault<u16, u16>,
                T2: ::planus::WriteAsDefault<u64, u64>,
                T3: ::planus::WriteAsDefault<u32, u32>,
                T4: ::planus::WriteAsDefault<u32, u32>,
                T5: ::planus::WriteAsDefault<u32, u32>,
                T6: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                T7: ::planus::WriteAsOptionalUnion<self::Outcome>,
            > ::planus::WriteAs<::planus::Offset<Reply>> for ReplyBuilder<(T0, T1, T2, T3, T4, T5, T6, T7)>
        {
            type Prepared = ::planus::Offset<Reply>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Reply> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAsDefault<u16, u16>,
                T2: ::planus::WriteAsDefault<u64, u64>,
                T3: ::planus::WriteAsDefault<u32, u32>,
                T4: ::planus::WriteAsDefault<u32, u32>,
                T5: ::planus::WriteAsDefault<u32, u32>,
                T6: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                T7: ::planus::WriteAsOptionalUnion<self::Outcome>,
            > ::planus::WriteAsOptional<::planus::Offset<Reply>>
            for ReplyBuilder<(T0, T1, T2, T3, T4, T5, T6, T7)>
        {
            type Prepared = ::planus::Offset<Reply>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Reply>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAsDefault<u16, u16>,
                T2: ::planus::WriteAsDefault<u64, u64>,
                T3: ::planus::WriteAsDefault<u32, u32>,
                T4: ::planus::WriteAsDefault<u32, u32>,
                T5: ::planus::WriteAsDefault<u32, u32>,
                T6: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                T7: ::planus::WriteAsOptionalUnion<self::Outcome>,
            > ::planus::WriteAsOffset<Reply> for ReplyBuilder<(T0, T1, T2, T3, T4, T5, T6, T7)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Reply> {
                let (v0, v1, v2, v3, v4, v5, v6, v7) = &self.0;
                Reply::create(builder, v0, v1, v2, v3, v4, v5, v6, v7)
            }
        }

        /// Reference to a deserialized [Reply].
        #[derive(Copy, Clone)]
        pub struct ReplyRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> ReplyRef<'a> {
            /// Getter for the [`id` field](Reply#structfield.id).
            #[inline]
            pub fn id(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(0, "Reply", "id")?.unwrap_or(0))
            }

            /// Getter for the [`status` field](Reply#structfield.status).
            #[inline]
            pub fn status(&self) -> ::planus::Result<u16> {
                ::core::result::Result::Ok(self.0.access(1, "Reply", "status")?.unwrap_or(0))
            }

            /// Getter for the [`incarnation` field](Reply#structfield.incarnation).
            #[inline]
            pub fn incarnation(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(2, "Reply", "incarnation")?.unwrap_or(0))
            }

            /// Getter for the [`epoch` field](Reply#structfield.epoch).
            #[inline]
            pub fn epoch(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(3, "Reply", "epoch")?.unwrap_or(0))
            }

            /// Getter for the [`body_bytes` field](Reply#structfield.body_bytes).
            #[inline]
            pub fn body_bytes(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(4, "Reply", "body_bytes")?.unwrap_or(0))
            }

            /// Getter for the [`retry_ms` field](Reply#structfield.retry_ms).
            #[inline]
            pub fn retry_ms(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(5, "Reply", "retry_ms")?.unwrap_or(0))
            }

            /// Getter for the [`detail` field](Reply#structfield.detail).
            #[inline]
            pub fn detail(&self) -> ::planus::Result<::core::option::Option<&'a ::core::primitive::str>> {
                self.0.access(6, "Reply", "detail")
            }

            /// Getter for the [`outcome` field](Reply#structfield.outcome).
            #[inline]
            pub fn outcome(&self) -> ::planus::Result<::core::option::Option<self::OutcomeRef<'a>>> {
                self.0.access_union(7, "Reply", "outcome")
            }
        }

        impl<'a> ::core::fmt::Debug for ReplyRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("ReplyRef");
                f.field("id", &self.id());
                f.field("status", &self.status());
                f.field("incarnation", &self.incarnation());
                f.field("epoch", &self.epoch());
                f.field("body_bytes", &self.body_bytes());
                f.field("retry_ms", &self.retry_ms());
                if let ::core::option::Option::Some(field_detail) = self.detail().transpose() {
                    f.field("detail", &field_detail);
                }
                if let ::core::option::Option::Some(field_outcome) = self.outcome().transpose() {
                    f.field("outcome", &field_outcome);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<ReplyRef<'a>> for Reply {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: ReplyRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    id: ::core::convert::TryInto::try_into(value.id()?)?,
                    status: ::core::convert::TryInto::try_into(value.status()?)?,
                    incarnation: ::core::convert::TryInto::try_into(value.incarnation()?)?,
                    epoch: ::core::convert::TryInto::try_into(value.epoch()?)?,
                    body_bytes: ::core::convert::TryInto::try_into(value.body_bytes()?)?,
                    retry_ms: ::core::convert::TryInto::try_into(value.retry_ms()?)?,
                    detail: value.detail()?.map(::core::convert::Into::into),
                    outcome: if let ::core::option::Option::Some(outcome) = value.outcome()? {
                        ::core::option::Option::Some(::core::convert::TryInto::try_into(outcome)?)
                    } else {
                        ::core::option::Option::None
                    },
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for ReplyRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for ReplyRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[ReplyRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Reply>> for Reply {
            type Value = ::planus::Offset<Reply>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Reply>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for ReplyRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[ReplyRef]", "read_as_root", 0))
            }
        }

        ///  Server to client: stop using these directories' cached entries, then answer with `LeaseReturn`.
        ///
        /// Generated from these locations:
        /// * Table `Recall` in the file `/work/main/protocol/schema/osmia.fbs:373`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct Recall {
            /// The field `dirs` in the table `Recall`
            pub dirs: ::core::option::Option<::planus::alloc::vec::Vec<u64>>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Recall {
            fn default() -> Self {
                Self { dirs: ::core::default::Default::default() }
            }
        }

        impl Recall {
            /// Creates a [RecallBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> RecallBuilder<()> {
                RecallBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_dirs: impl ::planus::WriteAsOptional<::planus::Offset<[u64]>>,
            ) -> ::planus::Offset<Self> {
                let prepared_dirs = field_dirs.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<6> =
                    ::core::default::Default::default();
                if prepared_dirs.is_some() {
                    table_writer.write_entry::<::planus::Offset<[u64]>>(0);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_dirs) = prepared_dirs {
                            object_writer.write::<_, _, 4>(&prepared_dirs);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Recall>> for Recall {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Recall> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Recall>> for Recall {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Recall>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Recall> for Recall {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Recall> {
                Recall::create(builder, &self.dirs)
            }
        }

        /// Builder for serializing an instance of the [Recall] type.
        ///
        /// Can be created using the [Recall::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct RecallBuilder<State>(State);

        impl RecallBuilder<()> {
            /// Setter for the [`dirs` field](Recall#structfield.dirs).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn dirs<T0>(self, value: T0) -> RecallBuilder<(T0,)>
            where
                T0: ::planus::WriteAsOptional<::planus::Offset<[u64]>>,
            {
                RecallBuilder((value,))
            }

            /// Sets the [`dirs` field](Recall#structfield.dirs) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn dirs_as_null(self) -> RecallBuilder<((),)> {
                self.dirs(())
            }
        }

        impl<T0> RecallBuilder<(T0,)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Recall].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Recall>
            where
                Self: ::planus::WriteAsOffset<Recall>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptional<::planus::Offset<[u64]>>>
            ::planus::WriteAs<::planus::Offset<Recall>> for RecallBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<Recall>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Recall> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptional<::planus::Offset<[u64]>>>
            ::planus::WriteAsOptional<::planus::Offset<Recall>> for RecallBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<Recall>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Recall>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAsOptional<::planus::Offset<[u64]>>> ::planus::WriteAsOffset<Recall>
            for RecallBuilder<(T0,)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Recall> {
                let (v0,) = &self.0;
                Recall::create(builder, v0)
            }
        }

        /// Reference to a deserialized [Recall].
        #[derive(Copy, Clone)]
        pub struct RecallRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> RecallRef<'a> {
            /// Getter for the [`dirs` field](Recall#structfield.dirs).
            #[inline]
            pub fn dirs(&self) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, u64>>> {
                self.0.access(0, "Recall", "dirs")
            }
        }

        impl<'a> ::core::fmt::Debug for RecallRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("RecallRef");
                if let ::core::option::Option::Some(field_dirs) = self.dirs().transpose() {
                    f.field("dirs", &field_dirs);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<RecallRef<'a>> for Recall {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: RecallRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    dirs: if let ::core::option::Option::Some(dirs) = value.dirs()? {
                        ::core::option::Option::Some(dirs.to_vec()?)
                    } else {
                        ::core::option::Option::None
                    },
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for RecallRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for RecallRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[RecallRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Recall>> for Recall {
            type Value = ::planus::Offset<Recall>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Recall>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for RecallRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[RecallRef]", "read_as_root", 0))
            }
        }

        /// The union `NoticeBody` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Union `NoticeBody` in the file `/work/main/protocol/schema/osmia.fbs:374`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub enum NoticeBody {
            /// The variant of type `Recall` in the union `NoticeBody`
            Recall(::planus::alloc::boxed::Box<self::Recall>),
        }

        impl NoticeBody {
            /// Creates a [NoticeBodyBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> NoticeBodyBuilder<::planus::Uninitialized> {
                NoticeBodyBuilder(::planus::Uninitialized)
            }

            #[inline]
            pub fn create_recall(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::Recall>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(1, value.prepare(builder).downcast())
            }
        }

        impl ::planus::WriteAsUnion<NoticeBody> for NoticeBody {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Self> {
                match self {
                    Self::Recall(value) => Self::create_recall(builder, value),
                }
            }
        }

        impl ::planus::WriteAsOptionalUnion<NoticeBody> for NoticeBody {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Self>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }

        /// Builder for serializing an instance of the [NoticeBody] type.
        ///
        /// Can be created using the [NoticeBody::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct NoticeBodyBuilder<T>(T);

        impl NoticeBodyBuilder<::planus::Uninitialized> {
            /// Creates an instance of the [`Recall` variant](NoticeBody#variant.Recall).
            #[inline]
            pub fn recall<T>(self, value: T) -> NoticeBodyBuilder<::planus::Initialized<1, T>>
            where
                T: ::planus::WriteAsOffset<self::Recall>,
            {
                NoticeBodyBuilder(::planus::Initialized(value))
            }
        }

        impl<const N: u8, T> NoticeBodyBuilder<::planus::Initialized<N, T>> {
            /// Finish writing the builder to get an [UnionOffset](::planus::UnionOffset) to a serialized [NoticeBody].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<NoticeBody>
            where
                Self: ::planus::WriteAsUnion<NoticeBody>,
            {
                ::planus::WriteAsUnion::prepare(&self, builder)
            }
        }

        impl<T> ::planus::WriteAsUnion<NoticeBody> for NoticeBodyBuilder<::planus::Initialized<1, T>>
        where
            T: ::planus::WriteAsOffset<self::Recall>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<NoticeBody> {
                ::planus::UnionOffset::new(1, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<NoticeBody> for NoticeBodyBuilder<::planus::Initialized<1, T>>
        where
            T: ::planus::WriteAsOffset<self::Recall>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<NoticeBody>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }

        /// Reference to a deserialized [NoticeBody].
        #[derive(Copy, Clone, Debug)]
        pub enum NoticeBodyRef<'a> {
            Recall(self::RecallRef<'a>),
        }

        impl<'a> ::core::convert::TryFrom<NoticeBodyRef<'a>> for NoticeBody {
            type Error = ::planus::Error;

            fn try_from(value: NoticeBodyRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(match value {
                    NoticeBodyRef::Recall(value) => Self::Recall(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),
                })
            }
        }

        impl<'a> ::planus::TableReadUnion<'a> for NoticeBodyRef<'a> {
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                tag: u8,
                field_offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                match tag {
                    1 => ::core::result::Result::Ok(Self::Recall(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    _ => ::core::result::Result::Err(::planus::errors::ErrorKind::UnknownUnionTag { tag }),
                }
            }
        }

        impl<'a> ::planus::VectorReadUnion<'a> for NoticeBodyRef<'a> {
            const VECTOR_NAME: &'static str = "[NoticeBodyRef]";
        }

        /// The table `Notice` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Table `Notice` in the file `/work/main/protocol/schema/osmia.fbs:375`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct Notice {
            /// The field `session` in the table `Notice`
            pub session: u64,
            /// The field `body` in the table `Notice`
            pub body: ::core::option::Option<self::NoticeBody>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Notice {
            fn default() -> Self {
                Self { session: 0, body: ::core::default::Default::default() }
            }
        }

        impl Notice {
            /// Creates a [NoticeBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> NoticeBuilder<()> {
                NoticeBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_session: impl ::planus::WriteAsDefault<u64, u64>,
                field_body: impl ::planus::WriteAsOptionalUnion<self::NoticeBody>,
            ) -> ::planus::Offset<Self> {
                let prepared_session = field_session.prepare(builder, &0);
                let prepared_body = field_body.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<10> =
                    ::core::default::Default::default();
                if prepared_session.is_some() {
                    table_writer.write_entry::<u64>(0);
                }
                if prepared_body.is_some() {
                    table_writer.write_entry::<::planus::Offset<self::NoticeBody>>(2);
                }
                if prepared_body.is_some() {
                    table_writer.write_entry::<u8>(1);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_session) = prepared_session {
                            object_writer.write::<_, _, 8>(&prepared_session);
                        }
                        if let ::core::option::Option::Some(prepared_body) = prepared_body {
                            object_writer.write::<_, _, 4>(&prepared_body.offset());
                        }
                        if let ::core::option::Option::Some(prepared_body) = prepared_body {
                            object_writer.write::<_, _, 1>(&prepared_body.tag());
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Notice>> for Notice {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Notice> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Notice>> for Notice {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Notice>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Notice> for Notice {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Notice> {
                Notice::create(builder, self.session, &self.body)
            }
        }

        /// Builder for serializing an instance of the [Notice] type.
        ///
        /// Can be created using the [Notice::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct NoticeBuilder<State>(State);

        impl NoticeBuilder<()> {
            /// Setter for the [`session` field](Notice#structfield.session).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn session<T0>(self, value: T0) -> NoticeBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u64, u64>,
            {
                NoticeBuilder((value,))
            }

            /// Sets the [`session` field](Notice#structfield.session) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn session_as_default(self) -> NoticeBuilder<(::planus::DefaultValue,)> {
                self.session(::planus::DefaultValue)
            }
        }

        impl<T0> NoticeBuilder<(T0,)> {
            /// Setter for the [`body` field](Notice#structfield.body).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn body<T1>(self, value: T1) -> NoticeBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsOptionalUnion<self::NoticeBody>,
            {
                let (v0,) = self.0;
                NoticeBuilder((v0, value))
            }

            /// Sets the [`body` field](Notice#structfield.body) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn body_as_null(self) -> NoticeBuilder<(T0, ())> {
                self.body(())
            }
        }

        impl<T0, T1> NoticeBuilder<(T0, T1)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Notice].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Notice>
            where
                Self: ::planus::WriteAsOffset<Notice>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAsOptionalUnion<self::NoticeBody>,
            > ::planus::WriteAs<::planus::Offset<Notice>> for NoticeBuilder<(T0, T1)>
        {
            type Prepared = ::planus::Offset<Notice>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Notice> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAsOptionalUnion<self::NoticeBody>,
            > ::planus::WriteAsOptional<::planus::Offset<Notice>> for NoticeBuilder<(T0, T1)>
        {
            type Prepared = ::planus::Offset<Notice>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Notice>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
                T0: ::planus::WriteAsDefault<u64, u64>,
                T1: ::planus::WriteAsOptionalUnion<self::NoticeBody>,
            > ::planus::WriteAsOffset<Notice> for NoticeBuilder<(T0, T1)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Notice> {
                let (v0, v1) = &self.0;
                Notice::create(builder, v0, v1)
            }
        }

        /// Reference to a deserialized [Notice].
        #[derive(Copy, Clone)]
        pub struct NoticeRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> NoticeRef<'a> {
            /// Getter for the [`session` field](Notice#structfield.session).
            #[inline]
            pub fn session(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(0, "Notice", "session")?.unwrap_or(0))
            }

            /// Getter for the [`body` field](Notice#structfield.body).
            #[inline]
            pub fn body(&self) -> ::planus::Result<::core::option::Option<self::NoticeBodyRef<'a>>> {
                self.0.access_union(1, "Notice", "body")
            }
        }

        impl<'a> ::core::fmt::Debug for NoticeRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("NoticeRef");
                f.field("session", &self.session());
                if let ::core::option::Option::Some(field_body) = self.body().transpose() {
                    f.field("body", &field_body);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<NoticeRef<'a>> for Notice {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: NoticeRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    session: ::core::convert::TryInto::try_into(value.session()?)?,
                    body: if let ::core::option::Option::Some(body) = value.body()? {
                        ::core::option::Option::Some(::core::convert::TryInto::try_into(body)?)
                    } else {
                        ::core::option::Option::None
                    },
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for NoticeRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for NoticeRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[NoticeRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Notice>> for Notice {
            type Value = ::planus::Offset<Notice>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Notice>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for NoticeRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[NoticeRef]", "read_as_root", 0))
            }
        }

        /// The union `FrameBody` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Union `FrameBody` in the file `/work/main/protocol/schema/osmia.fbs:377`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub enum FrameBody {
            /// The variant of type `Request` in the union `FrameBody`
            Request(::planus::alloc::boxed::Box<self::Request>),

            /// The variant of type `Reply` in the union `FrameBody`
            Reply(::planus::alloc::boxed::Box<self::Reply>),

            /// The variant of type `Notice` in the union `FrameBody`
            Notice(::planus::alloc::boxed::Box<self::Notice>),
        }

        impl FrameBody {
            /// Creates a [FrameBodyBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> FrameBodyBuilder<::planus::Uninitialized> {
                FrameBodyBuilder(::planus::Uninitialized)
            }

            #[inline]
            pub fn create_request(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::Request>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(1, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_reply(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::Reply>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(2, value.prepare(builder).downcast())
            }

            #[inline]
            pub fn create_notice(
                builder: &mut ::planus::Builder,
                value: impl ::planus::WriteAsOffset<self::Notice>,
            ) -> ::planus::UnionOffset<Self> {
                ::planus::UnionOffset::new(3, value.prepare(builder).downcast())
            }
        }

        impl ::planus::WriteAsUnion<FrameBody> for FrameBody {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<Self> {
                match self {
                    Self::Request(value) => Self::create_request(builder, value),
                    Self::Reply(value) => Self::create_reply(builder, value),
                    Self::Notice(value) => Self::create_notice(builder, value),
                }
            }
        }

        impl ::planus::WriteAsOptionalUnion<FrameBody> for FrameBody {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<Self>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }

        /// Builder for serializing an instance of the [FrameBody] type.
        ///
        /// Can be created using the [FrameBody::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct FrameBodyBuilder<T>(T);

        impl FrameBodyBuilder<::planus::Uninitialized> {
            /// Creates an instance of the [`Request` variant](FrameBody#variant.Request).
            #[inline]
            pub fn request<T>(self, value: T) -> FrameBodyBuilder<::planus::Initialized<1, T>>
            where
                T: ::planus::WriteAsOffset<self::Request>,
            {
                FrameBodyBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`Reply` variant](FrameBody#variant.Reply).
            #[inline]
            pub fn reply<T>(self, value: T) -> FrameBodyBuilder<::planus::Initialized<2, T>>
            where
                T: ::planus::WriteAsOffset<self::Reply>,
            {
                FrameBodyBuilder(::planus::Initialized(value))
            }

            /// Creates an instance of the [`Notice` variant](FrameBody#variant.Notice).
            #[inline]
            pub fn notice<T>(self, value: T) -> FrameBodyBuilder<::planus::Initialized<3, T>>
            where
                T: ::planus::WriteAsOffset<self::Notice>,
            {
                FrameBodyBuilder(::planus::Initialized(value))
            }
        }

        impl<const N: u8, T> FrameBodyBuilder<::planus::Initialized<N, T>> {
            /// Finish writing the builder to get an [UnionOffset](::planus::UnionOffset) to a serialized [FrameBody].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<FrameBody>
            where
                Self: ::planus::WriteAsUnion<FrameBody>,
            {
                ::planus::WriteAsUnion::prepare(&self, builder)
            }
        }

        impl<T> ::planus::WriteAsUnion<FrameBody> for FrameBodyBuilder<::planus::Initialized<1, T>>
        where
            T: ::planus::WriteAsOffset<self::Request>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<FrameBody> {
                ::planus::UnionOffset::new(1, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<FrameBody> for FrameBodyBuilder<::planus::Initialized<1, T>>
        where
            T: ::planus::WriteAsOffset<self::Request>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<FrameBody>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<FrameBody> for FrameBodyBuilder<::planus::Initialized<2, T>>
        where
            T: ::planus::WriteAsOffset<self::Reply>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<FrameBody> {
                ::planus::UnionOffset::new(2, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<FrameBody> for FrameBodyBuilder<::planus::Initialized<2, T>>
        where
            T: ::planus::WriteAsOffset<self::Reply>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<FrameBody>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }
        impl<T> ::planus::WriteAsUnion<FrameBody> for FrameBodyBuilder<::planus::Initialized<3, T>>
        where
            T: ::planus::WriteAsOffset<self::Notice>,
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::UnionOffset<FrameBody> {
                ::planus::UnionOffset::new(3, (self.0).0.prepare(builder).downcast())
            }
        }

        impl<T> ::planus::WriteAsOptionalUnion<FrameBody> for FrameBodyBuilder<::planus::Initialized<3, T>>
        where
            T: ::planus::WriteAsOffset<self::Notice>,
        {
            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::UnionOffset<FrameBody>> {
                ::core::option::Option::Some(::planus::WriteAsUnion::prepare(self, builder))
            }
        }

        /// Reference to a deserialized [FrameBody].
        #[derive(Copy, Clone, Debug)]
        pub enum FrameBodyRef<'a> {
            Request(self::RequestRef<'a>),
            Reply(self::ReplyRef<'a>),
            Notice(self::NoticeRef<'a>),
        }

        impl<'a> ::core::convert::TryFrom<FrameBodyRef<'a>> for FrameBody {
            type Error = ::planus::Error;

            fn try_from(value: FrameBodyRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(match value {
                    FrameBodyRef::Request(value) => Self::Request(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    FrameBodyRef::Reply(value) => Self::Reply(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),

                    FrameBodyRef::Notice(value) => Self::Notice(::planus::alloc::boxed::Box::new(
                        ::core::convert::TryFrom::try_from(value)?,
                    )),
                })
            }
        }

        impl<'a> ::planus::TableReadUnion<'a> for FrameBodyRef<'a> {
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                tag: u8,
                field_offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                match tag {
                    1 => ::core::result::Result::Ok(Self::Request(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    2 => ::core::result::Result::Ok(Self::Reply(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    3 => ::core::result::Result::Ok(Self::Notice(::planus::TableRead::from_buffer(
                        buffer,
                        field_offset,
                    )?)),
                    _ => ::core::result::Result::Err(::planus::errors::ErrorKind::UnknownUnionTag { tag }),
                }
            }
        }

        impl<'a> ::planus::VectorReadUnion<'a> for FrameBodyRef<'a> {
            const VECTOR_NAME: &'static str = "[FrameBodyRef]";
        }

        /// The table `Frame` in the namespace `wire`
        ///
        /// Generated from these locations:
        /// * Table `Frame` in the file `/work/main/protocol/schema/osmia.fbs:378`
        #[derive(
            Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash,
        )]
        pub struct Frame {
            /// The field `body` in the table `Frame`
            pub body: ::core::option::Option<self::FrameBody>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Frame {
            fn default() -> Self {
                Self { body: ::core::default::Default::default() }
            }
        }

        impl Frame {
            /// Creates a [FrameBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> FrameBuilder<()> {
                FrameBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_body: impl ::planus::WriteAsOptionalUnion<self::FrameBody>,
            ) -> ::planus::Offset<Self> {
                let prepared_body = field_body.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<8> =
                    ::core::default::Default::default();
                if prepared_body.is_some() {
                    table_writer.write_entry::<::planus::Offset<self::FrameBody>>(1);
                }
                if prepared_body.is_some() {
                    table_writer.write_entry::<u8>(0);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_body) = prepared_body {
                            object_writer.write::<_, _, 4>(&prepared_body.offset());
                        }
                        if let ::core::option::Option::Some(prepared_body) = prepared_body {
                            object_writer.write::<_, _, 1>(&prepared_body.tag());
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Frame>> for Frame {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Frame> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Frame>> for Frame {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Frame>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Frame> for Frame {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Frame> {
                Frame::create(builder, &self.body)
            }
        }

        /// Builder for serializing an instance of the [Frame] type.
        ///
        /// Can be created using the [Frame::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct FrameBuilder<State>(State);

        impl FrameBuilder<()> {
            /// Setter for the [`body` field](Frame#structfield.body).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn body<T0>(self, value: T0) -> FrameBuilder<(T0,)>
            where
                T0: ::planus::WriteAsOptionalUnion<self::FrameBody>,
            {
                FrameBuilder((value,))
            }

            /// Sets the [`body` field](Frame#structfield.body) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn body_as_null(self) -> FrameBuilder<((),)> {
                self.body(())
            }
        }

        impl<T0> FrameBuilder<(T0,)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Frame].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Frame>
            where
                Self: ::planus::WriteAsOffset<Frame>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptionalUnion<self::FrameBody>> ::planus::WriteAs<::planus::Offset<Frame>>
            for FrameBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<Frame>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Frame> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptionalUnion<self::FrameBody>>
            ::planus::WriteAsOptional<::planus::Offset<Frame>> for FrameBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<Frame>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<Frame>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAsOptionalUnion<self::FrameBody>> ::planus::WriteAsOffset<Frame>
            for FrameBuilder<(T0,)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Frame> {
                let (v0,) = &self.0;
                Frame::create(builder, v0)
            }
        }

        /// Reference to a deserialized [Frame].
        #[derive(Copy, Clone)]
        pub struct FrameRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> FrameRef<'a> {
            /// Getter for the [`body` field](Frame#structfield.body).
            #[inline]
            pub fn body(&self) -> ::planus::Result<::core::option::Option<self::FrameBodyRef<'a>>> {
                self.0.access_union(0, "Frame", "body")
            }
        }

        impl<'a> ::core::fmt::Debug for FrameRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("FrameRef");
                if let ::core::option::Option::Some(field_body) = self.body().transpose() {
                    f.field("body", &field_body);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<FrameRef<'a>> for Frame {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: FrameRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    body: if let ::core::option::Option::Some(body) = value.body()? {
                        ::core::option::Option::Some(::core::convert::TryInto::try_into(body)?)
                    } else {
                        ::core::option::Option::None
                    },
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for FrameRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for FrameRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[FrameRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Frame>> for Frame {
            type Value = ::planus::Offset<Frame>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Frame>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for FrameRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[FrameRef]", "read_as_root", 0))
            }
        }
    }
}
