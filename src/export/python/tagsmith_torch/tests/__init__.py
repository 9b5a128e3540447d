"""Tests of the programs, and of the model in the folder that they are in: `python -m unittest` there."""
