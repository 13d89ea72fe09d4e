"""What can be known of hidden hands: worked out exactly, kind by kind."""
