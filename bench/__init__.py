"""What the engine costs. Nothing in here is part of the product."""
