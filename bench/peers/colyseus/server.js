"use strict";
// Colyseus: a room for each race. In memory, or (DATABASE) with one transaction for each action.

const { Server, Room } = require("@colyseus/core");
const { WebSocketTransport } = require("@colyseus/ws-transport");
const { isNext } = require("../records.js");

const store = process.env.DATABASE ? require("../store.js").log() : null;

class Race extends Room {
  onCreate({ record }) {
    this.maxClients = 2;
    this.seatReservationTimeout = 60;
    this.players = [];
    this.record = record;
    this.onMessage("act", (client, action) => this.act(client, action));
  }

  onJoin(client) {
    client.userData = { seat: this.players.push(client) - 1, seq: 0 };
  }

  act(client, action) {
    const player = client.userData;
    const seq = player.seq + 1;
    if (!isNext(this.record, seq, action)) {
      client.send("refused", seq);
      return;
    }
    if (store) store.append([this.roomId, player.seat, seq, action, Date.now()]);
    player.seq = seq;
    client.send("board", seq);
    this.broadcast("progress", seq, { except: client });
  }
}

const server = new Server({ transport: new WebSocketTransport(), greet: false });
server.define("race", Race);
server.listen(Number(process.env.PORT), "127.0.0.1");
