"""The first file that the program of PyInstaller runs."""

from matchslip.__main__ import main

main()
