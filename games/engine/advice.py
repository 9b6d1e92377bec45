def hint_effect(game):
    return {"hint": "deal"}
