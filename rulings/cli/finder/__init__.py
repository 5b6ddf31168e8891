"""The finder, which searches as you type: its rows and pages (`finder`), drawn by prompt_toolkit (`application`)."""
