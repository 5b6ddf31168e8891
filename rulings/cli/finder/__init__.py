"""The finder, which searches as you type: its rows and pages (`finder`), and the screen (`screen`)."""
