# SPDX-License-Identifier: Apache-2.0
"""`pip install .` in an environment of its own, without a network, from the build folder of these tests."""
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile

SOURCE = pathlib.Path(__file__).resolve().parents[2]
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
SPEC = "{cutline: 1, technology: unit, candidates: [{topology: {family: ring, nodes: 8}}]}"


def run(*words, **choices):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, env=ENVIRONMENT, **choices)
    if done.returncode != 0:
        raise AssertionError(f"{words}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def can_install():
    probe = "import ensurepip, pip, venv, tomllib, numpy"
    return subprocess.run([sys.executable, "-c", probe], capture_output=True).returncode == 0


@unittest.skipUnless(can_install(), "python3-venv is not there")
class Wheel(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def test_pip_installs_the_module_and_the_program(self):
        run(sys.executable, "-m", "venv", "--system-site-packages", self.folder / "env")
        python = self.folder / "env" / "bin" / "python"
        run(python, "-m", "pip", "install", "--no-index", "--disable-pip-version-check", SOURCE, cwd=self.folder)
        code = f"import cutline; print(cutline.__file__, cutline.measure(cutline.parse({SPEC!r}))[0]['links'])"
        file, links = run(python, "-c", code, cwd=self.folder).split()
        self.assertTrue(file.startswith(str(self.folder)), file)
        self.assertEqual(links, "8")
        self.assertIn("cutline", run(python.parent / "cutline", "--version"))
        listed = run(python, "-m", "pip", "show", "--files", "cutline", cwd=self.folder)
        for name in ["cutline/py.typed", "cutline/__init__.pyi", "Version: "]:
            self.assertIn(name, listed)

    def test_equal_sources_make_equal_wheels(self):
        code = "import wheel_backend, sys; print(wheel_backend.build_wheel(sys.argv[1]))"
        contents = []
        for name in ["a", "b"]:
            (self.folder / name).mkdir()
            wheel = run(sys.executable, "-c", code, self.folder / name, cwd=SOURCE / "src" / "python").split("\n")[-2]
            contents.append((self.folder / name / wheel).read_bytes())
        self.assertEqual(*contents)
        with zipfile.ZipFile(self.folder / "a" / wheel) as archive:
            self.assertIsNone(archive.testzip())

    def test_the_source_archive_has_what_a_build_needs(self):
        code = "import wheel_backend, sys; print(wheel_backend.build_sdist(sys.argv[1]))"
        name = run(sys.executable, "-c", code, self.folder, cwd=SOURCE / "src" / "python").strip()
        with tarfile.open(self.folder / name) as archive:
            names = {member.split("/", 1)[1] for member in archive.getnames()}
        for wanted in ["PKG-INFO", "pyproject.toml", "CMakeLists.txt", "src/python/wheel_backend.py", "src/cutline.cpp"]:
            self.assertIn(wanted, names)
        self.assertFalse([each for each in names if each.startswith(("build/", ".git/"))])


if __name__ == "__main__":
    unittest.main()
