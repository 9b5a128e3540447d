"""A tagger trained with Tagsmith, in PyTorch. `tagger` reads, runs and saves it; `training` trains it further.

Shapes: B sentences, T tokens of the longest, L characters of the longest word, K tags, H hidden units per direction,
D directions, E word dimensions, Ec character dimensions, F character features, G gates, V rows of the word table,
Y entity types, M links of a token to other occurrences of its word in the document.
"""
