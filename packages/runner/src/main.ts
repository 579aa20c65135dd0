// The command `switchyard-runner`.
console.log("switchyard-runner");
