"""The dashboard: how a person sees a game being followed. Uses the referee's public face only."""
