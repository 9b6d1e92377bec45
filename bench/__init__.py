"""Measurements that are made by hand, outside the tests."""
