//===- Transfer.cpp - an outcome as bytes, from process to process ---------===//
//
// MessagePack, because sources are bytes in any encoding: JSON would not carry them.
// members() names what a type consists of, once for both directions.
//
//===----------------------------------------------------------------------===//

#include "driver/Transfer.h"

#include "llvm/BinaryFormat/MsgPackReader.h"
#include "llvm/BinaryFormat/MsgPackWriter.h"
#include "llvm/Support/raw_ostream.h"

#include <type_traits>

using namespace rewrite;
using namespace rewrite::driver;

namespace {

template <class Archive> void members(Archive &archive, Location &l) { archive(l.file, l.line, l.column); }
template <class Archive> void members(Archive &archive, Note &n) { archive(n.where, n.message); }
template <class Archive> void members(Archive &archive, Match &m) { archive(m.pass, m.where, m.instance); }
template <class Archive> void members(Archive &archive, Stage &s) { archive(s.pass, s.text); }
template <class Archive> void members(Archive &archive, Edit &e) { archive(e.offset, e.length, e.text); }
template <class Archive> void members(Archive &archive, Stretch &e) { archive(e.begin, e.end); }
template <class Archive> void members(Archive &archive, Remark &r) {
  archive(r.kind, r.pass, r.reason, r.function, r.instance, r.where, r.message, r.notes);
}
template <class Archive> void members(Archive &archive, FileResult &f) {
  archive(f.path, f.before, f.after, f.edits, f.functions, f.kernels, f.unused);
}
template <class Archive> void members(Archive &archive, UnitOutcome &o) {
  archive(o.exit, o.files, o.inputs, o.others, o.inactive, o.remarks, o.matches, o.stages, o.diagnostics);
}

template <class T>
concept Number = std::is_unsigned_v<T> || std::is_enum_v<T>;
template <class T>
concept Composed = std::is_class_v<T>;

class Packer {
public:
  explicit Packer(llvm::raw_ostream &out) : writer(out) {}

  template <class... T> void operator()(T &...values) { (put(values), ...); }

private:
  llvm::msgpack::Writer writer;

  template <Number T> void put(T &value) { writer.write(static_cast<std::uint64_t>(value)); }
  template <Composed T> void put(T &value) { members(*this, value); }
  void put(std::string &value) { writer.write(llvm::StringRef(value)); }
  template <class T> void put(std::vector<T> &values) {
    writer.writeArraySize(static_cast<std::uint32_t>(values.size()));
    for (T &value : values)
      put(value);
  }
  template <class T> void put(std::map<std::string, T> &values) {
    writer.writeMapSize(static_cast<std::uint32_t>(values.size()));
    for (auto &[key, value] : values) {
      writer.write(llvm::StringRef(key));
      put(value);
    }
  }
};

class Unpacker {
public:
  explicit Unpacker(const std::string &bytes) : reader(llvm::StringRef(bytes)) {}

  bool good = true;

  template <class... T> void operator()(T &...values) { (get(values), ...); }

  bool atEnd() {
    llvm::msgpack::Object object;
    return !next(object);
  }

private:
  llvm::msgpack::Reader reader;

  bool next(llvm::msgpack::Object &object) {
    llvm::Expected<bool> more = reader.read(object);
    if (!more)
      llvm::consumeError(more.takeError());
    return more && *more;
  }
  llvm::msgpack::Object expect(llvm::msgpack::Type type) {
    llvm::msgpack::Object object;
    good = good && next(object) && object.Kind == type;
    return good ? object : llvm::msgpack::Object();
  }
  std::size_t size(llvm::msgpack::Type type) {
    const llvm::msgpack::Object object = expect(type);
    return good ? object.Length : 0;
  }

  template <Number T> void get(T &value) {
    const llvm::msgpack::Object object = expect(llvm::msgpack::Type::UInt);
    if (good)
      value = static_cast<T>(object.UInt);
  }
  template <Composed T> void get(T &value) { members(*this, value); }
  void get(std::string &value) {
    const llvm::msgpack::Object object = expect(llvm::msgpack::Type::String);
    if (good)
      value = object.Raw.str();
  }
  template <class T> void get(std::vector<T> &values) {
    for (std::size_t left = size(llvm::msgpack::Type::Array); left > 0 && good; --left)
      get(values.emplace_back());
  }
  template <class T> void get(std::map<std::string, T> &values) {
    for (std::size_t left = size(llvm::msgpack::Type::Map); left > 0 && good; --left) {
      std::string key;
      get(key);
      get(values[key]);
    }
  }
};

} // namespace

std::string driver::pack(UnitOutcome outcome) {
  std::string bytes;
  llvm::raw_string_ostream out(bytes);
  Packer packer(out);
  packer(outcome);
  return bytes;
}

std::optional<UnitOutcome> driver::unpack(const std::string &bytes) {
  UnitOutcome outcome;
  Unpacker unpacker(bytes);
  unpacker(outcome);
  return unpacker.good && unpacker.atEnd() ? std::optional(std::move(outcome)) : std::nullopt;
}
