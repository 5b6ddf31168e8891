// Texts → whether each is a valid script.
const { Script } = require("vm");

module.exports = (texts) => texts.map((text) => {
  try {
    return Boolean(new Script(text));
  } catch {
    return false;
  }
});
