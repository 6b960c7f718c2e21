"""The web server: Uvicorn with public pages answered from memory, and Django behind it.

`__main__` starts the workers, `worker` is the code that each of them runs, `protocol` handles one
connection.
"""
