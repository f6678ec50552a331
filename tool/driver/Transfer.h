//===- Transfer.h - an outcome as bytes, from process to process -*- C++ -*-===//

#ifndef REWRITE_DRIVER_TRANSFER_H
#define REWRITE_DRIVER_TRANSFER_H

#include "driver/Unit.h"

#include <optional>
#include <string>

namespace rewrite::driver {

std::string pack(UnitOutcome outcome);

/// Nothing when the bytes are not what pack() made.
std::optional<UnitOutcome> unpack(const std::string &bytes);

} // namespace rewrite::driver

#endif
