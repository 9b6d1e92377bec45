"use strict";
// ws and better-sqlite3 with nothing between: one transaction for each action, or (GROUP=on) one
// for all that came in since the last. Speaks a reduced form of the site's own protocol.

const { WebSocketServer } = require("ws");
const { isNext } = require("./records.js");
const { append, appendAll } = require("./store.js").log();

const races = new Map(); // race -> the sockets of its two seats
let queue = [];

function tell(move) {
  const { race, seat, seq, id, socket } = move;
  socket.send(JSON.stringify({ type: "board", id, seq }));
  const rival = races.get(race)[1 - seat];
  if (rival) rival.send(JSON.stringify({ type: "progress", seat, seq }));
}

function row({ race, seat, seq, action }) {
  return [race, seat, seq, action, Date.now()];
}

function storeOne(move) {
  append(row(move));
  tell(move);
}

function storeQueue() {
  const moves = queue;
  queue = [];
  appendAll(moves.map(row));
  moves.forEach(tell);
}

function storeSoon(move) {
  if (queue.push(move) === 1) setImmediate(storeQueue);
}

const store = process.env.GROUP === "on" ? storeSoon : storeOne;

function actionOf(frame) {
  if (frame.type === "deal") return "D";
  return `${frame.from}-${frame.to}` + (frame.count > 1 ? `x${frame.count}` : "");
}

function seated(socket, url) {
  const [, race, record, seat] = url.split("/");
  const player = { race, seat: Number(seat), record: Number(record), seq: 0, socket };
  if (!races.has(race)) races.set(race, []);
  races.get(race)[player.seat] = socket;
  return player;
}

function play(player, data) {
  const frame = JSON.parse(data);
  const action = actionOf(frame);
  if (frame.seq !== player.seq + 1 || !isNext(player.record, frame.seq, action)) {
    player.socket.send(JSON.stringify({ type: "refused", id: frame.id, code: "not_recorded" }));
    return;
  }
  player.seq = frame.seq;
  store({ ...player, id: frame.id, action });
}

const server = new WebSocketServer({
  host: "127.0.0.1",
  port: Number(process.env.PORT),
  perMessageDeflate: false,
});
server.on("connection", (socket, request) => {
  const player = seated(socket, request.url);
  socket.on("message", (data) => play(player, data));
  socket.send(JSON.stringify({ type: "welcome", seat: player.seat }));
});
