"""Compiles canju.h with libzstd into the package. The library uses nothing of Python: one wheel serves every version."""

import pathlib
import shutil

from setuptools import Extension, setup

here = pathlib.Path(__file__).resolve().parent
header = here.parent / "include" / "canju.h"
if header.exists():
    shutil.copy(header, here / "canju" / "canju.h")

setup(
    ext_modules=[
        Extension(
            "canju._native",
            ["canju/native.c"],
            include_dirs=["canju"],
            depends=["canju/canju.h"],
            libraries=["zstd"],
            py_limited_api=True,
        )
    ],
    package_data={"canju": ["canju.h"]},
    options={"bdist_wheel": {"py_limited_api": "cp39"}},
)
