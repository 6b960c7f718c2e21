"""The web server: Uvicorn's protocol with public pages answered from memory, Django behind it.

`__main__` starts the workers, `worker` is what each of them runs, `protocol` is one connection.
"""
