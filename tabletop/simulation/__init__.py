"""A simulated camera: whole games painted as a webcam over a table would see them, with the truth.

``table/`` says where every card lies, moment by moment; ``painting/`` makes pictures of that.
Nothing that follows a game imports this: what is seen must come from the pictures alone.
"""
