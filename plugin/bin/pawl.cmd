@echo off
rem pawl for the agent's shell: hooks\pawl-hook.cjs finds it, wherever it is installed.
node "%~dp0..\hooks\pawl-hook.cjs" %*
