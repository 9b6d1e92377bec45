"use strict";
// The recorded games, and the rule that all peers share: an action must be the record's next.

const { readFileSync } = require("node:fs");

const records = JSON.parse(readFileSync(process.env.RECORDS, "utf8"));

function isNext(record, seq, action) {
  return records[record][seq - 1] === action;
}

module.exports = { records, isNext };
