# SPDX-License-Identifier: Apache-2.0
"""Builds wheels and source archives (PEP 517) with CMake, and needs no other package.

The build folder is build/wheel, kept for the next build; CUTLINE_BUILD names another, which must be built already."""
import base64
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import tomllib
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
EPOCH = (1980, 1, 1, 0, 0, 0)  # of all files in a wheel, so that equal sources give equal bytes


def project():
    about = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    version = re.search(r"project\(cutline VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1]
    return {**about, "version": version}


def metadata():
    about = project()
    lines = ["Metadata-Version: 2.1", f"Name: {about['name']}", f"Version: {about['version']}",
             f"Summary: {about['description']}", f"License: {about['license']['text']}",
             f"Requires-Python: {about['requires-python']}"]
    lines += [f"Requires-Dist: {name}" for name in about["dependencies"]]
    for extra, names in about["optional-dependencies"].items():
        lines += [f"Provides-Extra: {extra}"] + [f'Requires-Dist: {name}; extra == "{extra}"' for name in names]
    lines += ["Description-Content-Type: text/markdown", "", (ROOT / about["readme"]).read_text()]
    return "\n".join(lines)


def tag():
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{python}-{python}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"


def built():
    """The build folder, with the module and the program in it."""
    if folder := os.environ.get("CUTLINE_BUILD"):
        return pathlib.Path(folder)
    folder = ROOT / "build" / "wheel"
    kept = (folder / "build.ninja").exists() or (folder / "Makefile").exists()
    generator = ["-G", "Ninja"] if not kept and shutil.which("ninja") else []  # CMake's own choice, make, may be absent
    subprocess.run(["cmake", "-S", ROOT, "-B", folder, *generator, "-DCMAKE_BUILD_TYPE=Release",
                    "-DCMAKE_CXX_FLAGS_RELEASE=-O2 -DNDEBUG", "-DCUTLINE_BATCHES=LARGE", "-DCUTLINE_PYTHON=ON",
                    "-DBUILD_TESTING=OFF", f"-DPython_EXECUTABLE={sys.executable}"], check=True)
    subprocess.run(["cmake", "--build", folder, "--parallel", "--target", "cutline_python", "cutline_program"], check=True)
    return folder


def digest(data):
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def get_requires_for_build_wheel(config_settings=None):
    return []


def get_requires_for_build_sdist(config_settings=None):
    return []


def about_files(stem):
    """What a wheel says of itself, by name."""
    wheel = f"Wheel-Version: 1.0\nGenerator: cutline {project()['version']}\nRoot-Is-Purelib: false\nTag: {tag()}\n"
    return {f"{stem}.dist-info/METADATA": metadata().encode(), f"{stem}.dist-info/WHEEL": wheel.encode(),
            f"{stem}.dist-info/LICENSE": (ROOT / "LICENSE").read_bytes()}


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    stem = f"{project()['name']}-{project()['version']}"
    for name, data in about_files(stem).items():
        file = pathlib.Path(metadata_directory) / name
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(data)
    return f"{stem}.dist-info"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    about = project()
    stem = f"{about['name']}-{about['version']}"
    files = {}  # by their names in the wheel: contents, and whether they are programs
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run(["cmake", "--install", built(), "--prefix", scratch, "--component", "python", "--strip"], check=True)
        packages = next(pathlib.Path(scratch).glob("**/cutline/__init__.py")).parents[1]
        for file in sorted(packages.glob("cutline/*")):
            files[str(file.relative_to(packages))] = file.read_bytes()
        program = next(pathlib.Path(scratch).glob("bin/cutline"))
        files[f"{stem}.data/scripts/cutline"] = program.read_bytes()
    files.update(about_files(stem))
    record = "".join(f"{name},{digest(data)},{len(data)}\n" for name, data in files.items())
    files[f"{stem}.dist-info/RECORD"] = (record + f"{stem}.dist-info/RECORD,,\n").encode()
    wheel = f"{stem}-{tag()}.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if "/scripts/" in name else 0o100644) << 16  # regular files
            archive.writestr(entry, data)
    return wheel


def build_sdist(sdist_directory, config_settings=None):
    """All files that git knows; outside of a clone, all but build folders."""
    about = project()
    stem = f"{about['name']}-{about['version']}"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True)
    names = listed.stdout.decode().split("\0")[:-1] if listed.returncode == 0 and (ROOT / ".git").exists() else [
        str(path.relative_to(ROOT)) for path in ROOT.glob("**/*") if not {"build", ".git", "__pycache__"} & set(path.relative_to(ROOT).parts[:1] + path.parts[-2:-1])]
    with tempfile.TemporaryDirectory() as scratch, tarfile.open(pathlib.Path(sdist_directory) / f"{stem}.tar.gz", "w:gz",
                                                               format=tarfile.PAX_FORMAT) as archive:
        notes = pathlib.Path(scratch) / "PKG-INFO"
        notes.write_text(metadata())
        archive.add(notes, f"{stem}/PKG-INFO")
        for name in sorted(names):
            if (ROOT / name).is_file():
                archive.add(ROOT / name, f"{stem}/{name}", recursive=False)
    return f"{stem}.tar.gz"
