"""Other people's anonymizers behind the interfaces of ours, so that one sweep compares them."""
