"""Measurements that are made by hand, outside the tests. Nothing in here is part of the product."""
