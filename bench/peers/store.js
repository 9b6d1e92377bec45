"use strict";
// A log of actions in SQLite: what was committed is on the disk (WAL, synchronous=FULL).

const Database = require("better-sqlite3");

function open() {
  const db = new Database(process.env.DATABASE);
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  return db;
}

function log() {
  const db = open();
  db.exec(
    "CREATE TABLE move (race TEXT, seat INTEGER, seq INTEGER, action TEXT, ms INTEGER," +
      " PRIMARY KEY (race, seat, seq)) WITHOUT ROWID",
  );
  const insert = db.prepare("INSERT INTO move VALUES (?, ?, ?, ?, ?)");
  const append = (row) => insert.run(...row);
  return { append, appendAll: db.transaction((rows) => rows.forEach(append)) };
}

module.exports = { open, log };
