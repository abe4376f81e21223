// placeholder until the surfaces exist
