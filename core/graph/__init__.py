"""The link graph: choosing links, firing them, activation, islands and hubs."""
