"use strict";
// boardgame.io: both play at once, each their record. In memory, or (DATABASE) in SQLite.

const { Server } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");
const { Sync } = require("boardgame.io/internal");
const { isNext } = require("./records.js");

function act({ G, playerID }, action) {
  if (!isNext(G.record, G.played[playerID] + 1, action)) return INVALID_MOVE;
  G.played[playerID] += 1;
}

const game = {
  name: "spiderweb",
  disableUndo: true,
  setup: (_context, { record }) => ({ record, played: [0, 0] }),
  turn: { activePlayers: { all: "playing" }, stages: { playing: {} } },
  moves: { act: { move: act, client: false, ignoreStaleStateID: true } },
};
game.turn.stages.playing.moves = game.moves;

/** What boardgame.io asks of a storage; every change is a transaction of its own. */
class Sqlite extends Sync {
  connect() {
    const db = require("./store.js").open();
    db.exec("CREATE TABLE match (id TEXT PRIMARY KEY, initial TEXT, state TEXT, metadata TEXT)");
    db.exec("CREATE TABLE log (match TEXT, entry TEXT)");
    db.exec("CREATE INDEX log_match ON log (match)");
    this.insert = db.prepare("INSERT INTO match VALUES (?, ?, ?, ?)");
    this.select = db.prepare("SELECT initial, state, metadata FROM match WHERE id = ?");
    this.selectLog = db.prepare("SELECT entry FROM log WHERE match = ? ORDER BY rowid").pluck();
    this.updateMetadata = db.prepare("UPDATE match SET metadata = ? WHERE id = ?");
    this.setState = db.transaction(this.writer(db));
  }

  writer(db) {
    const update = db.prepare("UPDATE match SET state = ? WHERE id = ?");
    const append = db.prepare("INSERT INTO log VALUES (?, ?)");
    return (id, state, deltalog = []) => {
      update.run(JSON.stringify(state), id);
      for (const entry of deltalog) append.run(id, JSON.stringify(entry));
    };
  }

  createMatch(id, { initialState, metadata }) {
    const state = JSON.stringify(initialState);
    this.insert.run(id, state, state, JSON.stringify(metadata));
  }

  setMetadata(id, metadata) {
    this.updateMetadata.run(JSON.stringify(metadata), id);
  }

  fetch(id, wanted) {
    const row = this.select.get(id);
    const found = {};
    if (row && wanted.state) found.state = JSON.parse(row.state);
    if (row && wanted.metadata) found.metadata = JSON.parse(row.metadata);
    if (row && wanted.initialState) found.initialState = JSON.parse(row.initial);
    if (row && wanted.log) found.log = this.selectLog.all(id).map((entry) => JSON.parse(entry));
    return found;
  }

  wipe() {}

  listMatches() {
    return [];
  }
}

const db = process.env.DATABASE ? new Sqlite() : undefined;
const server = Server({ games: [game], db, origins: ["http://127.0.0.1"] });
server.run(Number(process.env.PORT));
