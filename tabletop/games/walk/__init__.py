"""What the walk games (Mushroom Walk, original numbers, Fungi) share: the rules as code."""
