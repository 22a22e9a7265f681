// Generated from contracts/ by scripts/generateAbi.ts. Do not edit.
export const intentWalletAbi = [
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "factory",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "router",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "shim",
        "type": "address"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "constructor"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "index",
        "type": "uint256"
      },
      {
        "internalType": "bytes",
        "name": "reason",
        "type": "bytes"
      }
    ],
    "name": "CallReverted",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "index",
        "type": "uint256"
      },
      {
        "internalType": "address",
        "name": "to",
        "type": "address"
      }
    ],
    "name": "DelegateCallForbidden",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "index",
        "type": "uint256"
      }
    ],
    "name": "GasLimitMissing",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "to",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      }
    ],
    "name": "NativeTransferFailed",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "target",
        "type": "address"
      }
    ],
    "name": "NoCode",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "NoRefundReceiver",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "space",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      }
    ],
    "name": "NonceUsed",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "index",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "needed",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "left",
        "type": "uint256"
      }
    ],
    "name": "NotEnoughGas",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "executor",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "caller",
        "type": "address"
      }
    ],
    "name": "NotExecutor",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "openAt",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "nowAt",
        "type": "uint256"
      }
    ],
    "name": "NotOpenYet",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "owner",
        "type": "address"
      },
      {
        "internalType": "bytes32",
        "name": "digest",
        "type": "bytes32"
      }
    ],
    "name": "NotOwner",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "internalType": "bytes",
        "name": "reason",
        "type": "bytes"
      }
    ],
    "name": "NothingRefunded",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "caller",
        "type": "address"
      }
    ],
    "name": "OnlySelf",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "Reentered",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "refundAt",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "nowAt",
        "type": "uint256"
      }
    ],
    "name": "RefundTimeReached",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "refundAt",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "nowAt",
        "type": "uint256"
      }
    ],
    "name": "RefundTooEarly",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "index",
        "type": "uint256"
      },
      {
        "internalType": "bytes",
        "name": "reason",
        "type": "bytes"
      }
    ],
    "name": "StrictRunFailed",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "internalType": "bytes",
        "name": "reason",
        "type": "bytes"
      }
    ],
    "name": "TokenCallFailed",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      }
    ],
    "name": "TokenInUse",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "count",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "max",
        "type": "uint256"
      }
    ],
    "name": "TooManyCalls",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "digest",
        "type": "bytes32"
      }
    ],
    "name": "UnknownBatch",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "index",
        "type": "uint256"
      },
      {
        "internalType": "uint8",
        "name": "behaviorOnError",
        "type": "uint8"
      }
    ],
    "name": "UnknownBehavior",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "imageHash",
        "type": "bytes32"
      },
      {
        "internalType": "address",
        "name": "itsWallet",
        "type": "address"
      }
    ],
    "name": "WrongConfig",
    "type": "error"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "digest",
        "type": "bytes32"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "index",
        "type": "uint256"
      },
      {
        "indexed": false,
        "internalType": "bytes",
        "name": "reason",
        "type": "bytes"
      }
    ],
    "name": "CallFailed",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "digest",
        "type": "bytes32"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "failed",
        "type": "uint256"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "nativeBefore",
        "type": "uint256"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "nativeAfter",
        "type": "uint256"
      }
    ],
    "name": "Executed",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "to",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      }
    ],
    "name": "NativeSent",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "bytes",
        "name": "reason",
        "type": "bytes"
      }
    ],
    "name": "RefundFailed",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "receiver",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "nativeBefore",
        "type": "uint256"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "nativeAfter",
        "type": "uint256"
      }
    ],
    "name": "Refunded",
    "type": "event"
  },
  {
    "inputs": [],
    "name": "FACTORY",
    "outputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "GAS_RESERVE",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "MAX_CALLS",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "ROUTER",
    "outputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "SHIM",
    "outputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "VERSION",
    "outputs": [
      {
        "internalType": "string",
        "name": "",
        "type": "string"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "domainSeparator",
    "outputs": [
      {
        "internalType": "bytes32",
        "name": "",
        "type": "bytes32"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "owner",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "refundReceiver",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "executor",
            "type": "address"
          },
          {
            "internalType": "uint64",
            "name": "openAt",
            "type": "uint64"
          },
          {
            "internalType": "uint64",
            "name": "refundAt",
            "type": "uint64"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "internalType": "bytes32[]",
            "name": "batches",
            "type": "bytes32[]"
          }
        ],
        "internalType": "struct Config",
        "name": "config",
        "type": "tuple"
      },
      {
        "components": [
          {
            "internalType": "address",
            "name": "to",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "value",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "data",
            "type": "bytes"
          },
          {
            "internalType": "uint256",
            "name": "gasLimit",
            "type": "uint256"
          },
          {
            "internalType": "bool",
            "name": "delegateCall",
            "type": "bool"
          },
          {
            "internalType": "bool",
            "name": "onlyFallback",
            "type": "bool"
          },
          {
            "internalType": "uint8",
            "name": "behaviorOnError",
            "type": "uint8"
          }
        ],
        "internalType": "struct Call[]",
        "name": "calls",
        "type": "tuple[]"
      },
      {
        "internalType": "uint256",
        "name": "space",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      }
    ],
    "name": "execute",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "owner",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "refundReceiver",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "executor",
            "type": "address"
          },
          {
            "internalType": "uint64",
            "name": "openAt",
            "type": "uint64"
          },
          {
            "internalType": "uint64",
            "name": "refundAt",
            "type": "uint64"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "internalType": "bytes32[]",
            "name": "batches",
            "type": "bytes32[]"
          }
        ],
        "internalType": "struct Config",
        "name": "config",
        "type": "tuple"
      },
      {
        "components": [
          {
            "internalType": "address",
            "name": "to",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "value",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "data",
            "type": "bytes"
          },
          {
            "internalType": "uint256",
            "name": "gasLimit",
            "type": "uint256"
          },
          {
            "internalType": "bool",
            "name": "delegateCall",
            "type": "bool"
          },
          {
            "internalType": "bool",
            "name": "onlyFallback",
            "type": "bool"
          },
          {
            "internalType": "uint8",
            "name": "behaviorOnError",
            "type": "uint8"
          }
        ],
        "internalType": "struct Call[]",
        "name": "calls",
        "type": "tuple[]"
      },
      {
        "internalType": "uint256",
        "name": "space",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      }
    ],
    "name": "executeAsExecutor",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "owner",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "refundReceiver",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "executor",
            "type": "address"
          },
          {
            "internalType": "uint64",
            "name": "openAt",
            "type": "uint64"
          },
          {
            "internalType": "uint64",
            "name": "refundAt",
            "type": "uint64"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "internalType": "bytes32[]",
            "name": "batches",
            "type": "bytes32[]"
          }
        ],
        "internalType": "struct Config",
        "name": "config",
        "type": "tuple"
      },
      {
        "components": [
          {
            "internalType": "address",
            "name": "to",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "value",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "data",
            "type": "bytes"
          },
          {
            "internalType": "uint256",
            "name": "gasLimit",
            "type": "uint256"
          },
          {
            "internalType": "bool",
            "name": "delegateCall",
            "type": "bool"
          },
          {
            "internalType": "bool",
            "name": "onlyFallback",
            "type": "bool"
          },
          {
            "internalType": "uint8",
            "name": "behaviorOnError",
            "type": "uint8"
          }
        ],
        "internalType": "struct Call[]",
        "name": "calls",
        "type": "tuple[]"
      },
      {
        "internalType": "uint256",
        "name": "space",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      }
    ],
    "name": "executeAsOwner",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "owner",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "refundReceiver",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "executor",
            "type": "address"
          },
          {
            "internalType": "uint64",
            "name": "openAt",
            "type": "uint64"
          },
          {
            "internalType": "uint64",
            "name": "refundAt",
            "type": "uint64"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "internalType": "bytes32[]",
            "name": "batches",
            "type": "bytes32[]"
          }
        ],
        "internalType": "struct Config",
        "name": "config",
        "type": "tuple"
      },
      {
        "components": [
          {
            "internalType": "address",
            "name": "to",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "value",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "data",
            "type": "bytes"
          },
          {
            "internalType": "uint256",
            "name": "gasLimit",
            "type": "uint256"
          },
          {
            "internalType": "bool",
            "name": "delegateCall",
            "type": "bool"
          },
          {
            "internalType": "bool",
            "name": "onlyFallback",
            "type": "bool"
          },
          {
            "internalType": "uint8",
            "name": "behaviorOnError",
            "type": "uint8"
          }
        ],
        "internalType": "struct Call[]",
        "name": "calls",
        "type": "tuple[]"
      },
      {
        "internalType": "uint256",
        "name": "space",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      }
    ],
    "name": "executeStrictly",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "space",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "nonce",
        "type": "uint256"
      }
    ],
    "name": "nonceUsed",
    "outputs": [
      {
        "internalType": "bool",
        "name": "used",
        "type": "bool"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      },
      {
        "internalType": "uint256[]",
        "name": "",
        "type": "uint256[]"
      },
      {
        "internalType": "uint256[]",
        "name": "",
        "type": "uint256[]"
      },
      {
        "internalType": "bytes",
        "name": "",
        "type": "bytes"
      }
    ],
    "name": "onERC1155BatchReceived",
    "outputs": [
      {
        "internalType": "bytes4",
        "name": "",
        "type": "bytes4"
      }
    ],
    "stateMutability": "pure",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      },
      {
        "internalType": "bytes",
        "name": "",
        "type": "bytes"
      }
    ],
    "name": "onERC1155Received",
    "outputs": [
      {
        "internalType": "bytes4",
        "name": "",
        "type": "bytes4"
      }
    ],
    "stateMutability": "pure",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      },
      {
        "internalType": "bytes",
        "name": "",
        "type": "bytes"
      }
    ],
    "name": "onERC721Received",
    "outputs": [
      {
        "internalType": "bytes4",
        "name": "",
        "type": "bytes4"
      }
    ],
    "stateMutability": "pure",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "owner",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "refundReceiver",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "executor",
            "type": "address"
          },
          {
            "internalType": "uint64",
            "name": "openAt",
            "type": "uint64"
          },
          {
            "internalType": "uint64",
            "name": "refundAt",
            "type": "uint64"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "internalType": "bytes32[]",
            "name": "batches",
            "type": "bytes32[]"
          }
        ],
        "internalType": "struct Config",
        "name": "config",
        "type": "tuple"
      },
      {
        "internalType": "address[]",
        "name": "tokens",
        "type": "address[]"
      }
    ],
    "name": "refund",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "receiver",
        "type": "address"
      }
    ],
    "name": "refundOne",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "owner",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "refundReceiver",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "executor",
            "type": "address"
          },
          {
            "internalType": "uint64",
            "name": "openAt",
            "type": "uint64"
          },
          {
            "internalType": "uint64",
            "name": "refundAt",
            "type": "uint64"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "internalType": "bytes32[]",
            "name": "batches",
            "type": "bytes32[]"
          }
        ],
        "internalType": "struct Config",
        "name": "config",
        "type": "tuple"
      },
      {
        "components": [
          {
            "components": [
              {
                "internalType": "address",
                "name": "to",
                "type": "address"
              },
              {
                "internalType": "uint256",
                "name": "value",
                "type": "uint256"
              },
              {
                "internalType": "bytes",
                "name": "data",
                "type": "bytes"
              },
              {
                "internalType": "uint256",
                "name": "gasLimit",
                "type": "uint256"
              },
              {
                "internalType": "bool",
                "name": "delegateCall",
                "type": "bool"
              },
              {
                "internalType": "bool",
                "name": "onlyFallback",
                "type": "bool"
              },
              {
                "internalType": "uint8",
                "name": "behaviorOnError",
                "type": "uint8"
              }
            ],
            "internalType": "struct Call[]",
            "name": "calls",
            "type": "tuple[]"
          },
          {
            "internalType": "uint256",
            "name": "space",
            "type": "uint256"
          },
          {
            "internalType": "uint256",
            "name": "nonce",
            "type": "uint256"
          }
        ],
        "internalType": "struct Batch[]",
        "name": "batches",
        "type": "tuple[]"
      },
      {
        "internalType": "address[]",
        "name": "tokens",
        "type": "address[]"
      }
    ],
    "name": "refundUnused",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes4",
        "name": "id",
        "type": "bytes4"
      }
    ],
    "name": "supportsInterface",
    "outputs": [
      {
        "internalType": "bool",
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "pure",
    "type": "function"
  },
  {
    "stateMutability": "payable",
    "type": "receive"
  }
] as const

export const intentWalletBytecode =
  '0x610100604052348015610010575f5ffd5b5060405161332938038061332983398101604081905261002f916100da565b6001600160a01b0392831660c0529082166080521660a052604080517f3d602d80600a3d3981f3363d3d373d3d3d363d730000000000000000000000006020828101919091523060601b6001600160601b03191660348301526e5af43d82803e903d91602b57fd5bf360881b6048830152825180830360370181526057909201909252805191012060e05261011a565b80516001600160a01b03811681146100d5575f5ffd5b919050565b5f5f5f606084860312156100ec575f5ffd5b6100f5846100bf565b9250610103602085016100bf565b9150610111604085016100bf565b90509250925092565b60805160a05160c05160e0516131ab61017e5f395f610c7701525f818161023b01528181610c250152610ebd01525f818161030601528181610e67015261236b01525f818161029301528181610d8201528181610e11015261231301526131ab5ff3fe608060405260043610610140575f3560e01c80638d164640116100bb578063be880c8111610071578063f23a6e6111610057578063f23a6e6114610442578063f698da2514610487578063ffa1ad741461049b575f5ffd5b8063be880c811461040e578063db0d78c314610423575f5ffd5b8063b8874c11116100a1578063b8874c1114610385578063b9add4b7146103b2578063bc197c81146103c7575f5ffd5b80638d164640146103475780639e2a6da914610366575f5ffd5b806332fe7b2611610110578063645381c4116100f6578063645381c4146102d657806369e9d2f6146102f5578063840ff3ab14610328575f5ffd5b806332fe7b26146102825780634d949e27146102b5575f5ffd5b806301ffc9a71461014b578063150b7a021461017f578063212fbe99146101f45780632dd310001461022a575f5ffd5b3661014757005b5f5ffd5b348015610156575f5ffd5b5061016a6101653660046127e3565b6104f0565b60405190151581526020015b60405180910390f35b34801561018a575f5ffd5b506101c3610199366004612888565b7f150b7a020000000000000000000000000000000000000000000000000000000095945050505050565b6040517fffffffff000000000000000000000000000000000000000000000000000000009091168152602001610176565b3480156101ff575f5ffd5b5061016a61020e3660046128f2565b5f60208181529281526040808220909352908152205460ff1681565b348015610235575f5ffd5b5061025d7f000000000000000000000000000000000000000000000000000000000000000081565b60405173ffffffffffffffffffffffffffffffffffffffff9091168152602001610176565b34801561028d575f5ffd5b5061025d7f000000000000000000000000000000000000000000000000000000000000000081565b3480156102c0575f5ffd5b506102d46102cf366004612969565b6105d4565b005b3480156102e1575f5ffd5b506102d46102f03660046129d2565b610689565b348015610300575f5ffd5b5061025d7f000000000000000000000000000000000000000000000000000000000000000081565b348015610333575f5ffd5b506102d4610342366004612a4c565b61071e565b348015610352575f5ffd5b506102d4610361366004612af8565b610816565b348015610371575f5ffd5b506102d46103803660046129d2565b610a9f565b348015610390575f5ffd5b506103a461039f366004612b81565b610b08565b604051908152602001610176565b3480156103bd575f5ffd5b506103a461010081565b3480156103d2575f5ffd5b506101c36103e1366004612bb2565b7fbc197c810000000000000000000000000000000000000000000000000000000098975050505050505050565b348015610419575f5ffd5b506103a4619c4081565b34801561042e575f5ffd5b506102d461043d3660046129d2565b610b61565b34801561044d575f5ffd5b506101c361045c366004612c71565b7ff23a6e61000000000000000000000000000000000000000000000000000000009695505050505050565b348015610492575f5ffd5b506103a4610bbc565b3480156104a6575f5ffd5b506104e36040518060400160405280600181526020017f320000000000000000000000000000000000000000000000000000000000000081525081565b6040516101769190612d30565b5f7f01ffc9a7000000000000000000000000000000000000000000000000000000007fffffffff000000000000000000000000000000000000000000000000000000008316148061058257507f150b7a02000000000000000000000000000000000000000000000000000000007fffffffff000000000000000000000000000000000000000000000000000000008316145b806105ce57507f4e2312e0000000000000000000000000000000000000000000000000000000007fffffffff000000000000000000000000000000000000000000000000000000008316145b92915050565b6105dd83610beb565b6105ed60a0840160808501612d42565b67ffffffffffffffff164210801561060b575061060983610d27565b155b1561066a5761062060a0840160808501612d42565b6040517fe546463900000000000000000000000000000000000000000000000000000000815267ffffffffffffffff90911660048201524260248201526044015b60405180910390fd5b61068461067d6040850160208601612d69565b8383610df1565b505050565b61069285610beb565b6106a26080860160608701612d42565b67ffffffffffffffff16421015610708576106c36080860160608701612d42565b6040517fd34fb29c00000000000000000000000000000000000000000000000000000000815267ffffffffffffffff9091166004820152426024820152604401610661565b6107178585858585600161119b565b5050505050565b61072787610beb565b5f610735468888888861128f565b90505f61074189610d27565b15905080156107f4575f6107757f62d1cac7d3e3bff260bb266f65107739c83f23e9518ff5429c1246c1f6632d23846114dd565b905061078f61078760208c018c612d69565b828787611540565b6107f2576107a060208b018b612d69565b6040517fb4e4cee000000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff909116600482015260248101849052604401610661565b505b6107ff87878761175b565b61080b8888848461188f565b505050505050505050565b61081f85610beb565b61082f6060860160408701612d69565b73ffffffffffffffffffffffffffffffffffffffff163373ffffffffffffffffffffffffffffffffffffffff16146108c2576108716060860160408701612d69565b6040517f56baa3d100000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff9091166004820152336024820152604401610661565b6108cf60c0860186612d82565b8414905061090b576040517f877402b00000000000000000000000000000000000000000000000000000000081525f6004820152602401610661565b5f5b83811015610a8b573685858381811061092857610928612de6565b905060200281019061093a9190612e13565b90505f61095a4661094b8480612d82565b8560200135866040013561128f565b905061096960c0890189612d82565b8481811061097957610979612de6565b9050602002013581146109bb576040517f877402b000000000000000000000000000000000000000000000000000000000815260048101829052602401610661565b5f5b84811015610a7d576109fe6109d28480612d82565b8888858181106109e4576109e4612de6565b90506020020160208101906109f99190612d69565b611b69565b15610a7557858582818110610a1557610a15612de6565b9050602002016020810190610a2a9190612d69565b6040517f9937542a00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff9091166004820152602401610661565b6001016109bd565b50505080600101905061090d565b5061071761067d6040870160208801612d69565b610aa885610beb565b610ab86060860160408701612d69565b73ffffffffffffffffffffffffffffffffffffffff163373ffffffffffffffffffffffffffffffffffffffff1614610afa576108716060860160408701612d69565b61071785858585855f61119b565b5f333014610b44576040517fa19dbf00000000000000000000000000000000000000000000000000000000008152336004820152602401610661565b610b4e8330611cbf565b905080156105ce576105ce838383611d8c565b610b6a85610beb565b610b7a6060860160408701612d69565b73ffffffffffffffffffffffffffffffffffffffff163373ffffffffffffffffffffffffffffffffffffffff1614610708576108716060860160408701612d69565b5f610be67f62d1cac7d3e3bff260bb266f65107739c83f23e9518ff5429c1246c1f6632d23611ecb565b905090565b5f610bf582611f50565b604080517fff000000000000000000000000000000000000000000000000000000000000006020808301919091527f000000000000000000000000000000000000000000000000000000000000000060601b7fffffffffffffffffffffffffffffffffffffffff000000000000000000000000166021830152603582018490527f0000000000000000000000000000000000000000000000000000000000000000605580840191909152835180840390910181526075909201909252805191012090915073ffffffffffffffffffffffffffffffffffffffff81163014610684576040517f73501a5b0000000000000000000000000000000000000000000000000000000081526004810183905273ffffffffffffffffffffffffffffffffffffffff82166024820152604401610661565b5f610d356020830183612d69565b73ffffffffffffffffffffffffffffffffffffffff163373ffffffffffffffffffffffffffffffffffffffff16148015610da557503373ffffffffffffffffffffffffffffffffffffffff7f00000000000000000000000000000000000000000000000000000000000000001614155b80156105ce5750610dbc6060830160408401612d69565b73ffffffffffffffffffffffffffffffffffffffff163373ffffffffffffffffffffffffffffffffffffffff16141592915050565b73ffffffffffffffffffffffffffffffffffffffff83161580610e5f57507f000000000000000000000000000000000000000000000000000000000000000073ffffffffffffffffffffffffffffffffffffffff168373ffffffffffffffffffffffffffffffffffffffff16145b80610eb557507f000000000000000000000000000000000000000000000000000000000000000073ffffffffffffffffffffffffffffffffffffffff168373ffffffffffffffffffffffffffffffffffffffff16145b80610f0b57507f000000000000000000000000000000000000000000000000000000000000000073ffffffffffffffffffffffffffffffffffffffff168373ffffffffffffffffffffffffffffffffffffffff16145b15610f42576040517f1df9d1f300000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b610f6b7fb6443d884791b26bde861bda91b8310838448bf4c7638fdde2ed3858f0b539b761207d565b5f5f60605f5b8481101561112057475f8080610fad8a8a87818110610f9257610f92612de6565b9050602002016020810190610fa79190612d69565b8c6120c4565b9250925092508261106657898986818110610fca57610fca612de6565b9050602002016020810190610fdf9190612d69565b73ffffffffffffffffffffffffffffffffffffffff167fd60b5ca6f30e80482dd3495af97c0dccc21796f09ae64ba03a72a4f39329386b826040516110249190612d30565b60405180910390a285515f036110615789898681811061104657611046612de6565b905060200201602081019061105b9190612d69565b96509450845b611111565b811561111157600197508a73ffffffffffffffffffffffffffffffffffffffff168a8a8781811061109957611099612de6565b90506020020160208101906110ae9190612d69565b73ffffffffffffffffffffffffffffffffffffffff167fc5799fd02e4ee24b2b194e0f2dbbb2a64af7f8b3fed4e3c80d9b8b0730d7fca2848747604051611108939291909283526020830191909152604082015260600190565b60405180910390a35b50505050806001019050610f71565b508215801561112f5750805115155b1561116a5781816040517fb2dbf92b000000000000000000000000000000000000000000000000000000008152600401610661929190612e4f565b6111937fb6443d884791b26bde861bda91b8310838448bf4c7638fdde2ed3858f0b539b76121cc565b505050505050565b6111ab60a0870160808801612d42565b67ffffffffffffffff164210611210576111cb60a0870160808801612d42565b6040517fa720ecfe00000000000000000000000000000000000000000000000000000000815267ffffffffffffffff9091166004820152426024820152604401610661565b5f61121e468787878761128f565b905061123661123060c0890189612d82565b836121d6565b61126f576040517f877402b000000000000000000000000000000000000000000000000000000000815260048101829052602401610661565b61127a85858561175b565b6112868686838561188f565b50505050505050565b5f808467ffffffffffffffff8111156112aa576112aa612e7d565b6040519080825280602002602001820160405280156112d3578160200160208202803683370190505b5090505f5b8581101561142a57368787838181106112f3576112f3612de6565b90506020028101906113059190612eaa565b90507f67bf3147527398d9a00674947d7b4e5b1fdc22411670fe30839d0852c601fc026113356020830183612d69565b60208301356113476040850185612edc565b604051611355929190612f3d565b604051908190039020606085013561137360a0870160808801612f4c565b61138360c0880160a08901612f4c565b61139360e0890160c08a01612f6b565b60408051602081019990995273ffffffffffffffffffffffffffffffffffffffff909716968801969096526060870194909452608086019290925260a0850152151560c0840152151560e083015260ff16610100820152610120016040516020818303038152906040528051906020012083838151811061141657611416612de6565b6020908102919091010152506001016112d8565b507fd52381560c1fe7a2cadc37d580cc7cb709f467889df9150e96c1ada238800999878585846040516020016114609190612f8b565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181528282528051602091820120908301969096528101939093526060830191909152608082015260a081019190915260c0016040516020818303038152906040528051906020012091505095945050505050565b5f6114e783611ecb565b6040517f1901000000000000000000000000000000000000000000000000000000000000602082015260228101919091526042810183905260620160405160208183030381529060405280519060200120905092915050565b5f604182148015611566575073ffffffffffffffffffffffffffffffffffffffff851615155b15611649575f5f5f611578868661221c565b919450925090507f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a081118015906116345750604080515f81526020810180835289905260ff851691810191909152606081018390526080810182905273ffffffffffffffffffffffffffffffffffffffff89169060019060a0016020604051602081039080840390855afa158015611612573d5f5f3e3d5ffd5b5050506020604051035173ffffffffffffffffffffffffffffffffffffffff16145b156116455760019350505050611753565b5050505b8473ffffffffffffffffffffffffffffffffffffffff163b5f0361166e57505f611753565b5f84848460405160240161168493929190612fc0565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0818403018152919052602080820180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f1626ba7e0000000000000000000000000000000000000000000000000000000017815282519293505f9283926208647092909184918c85fa9250601f3d1115611720575f5191505b82801561174c57507f1626ba7e0000000000000000000000000000000000000000000000000000000082145b9450505050505b949350505050565b6101008311156117a2576040517f3999d3be000000000000000000000000000000000000000000000000000000008152600481018490526101006024820152604401610661565b5f8281526020818152604080832084845290915290205460ff16156117fd576040517f7e4dd9440000000000000000000000000000000000000000000000000000000081526004810183905260248101829052604401610661565b5f82815260208181526040808320848452909152902080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff001660011790556118657fb6443d884791b26bde861bda91b8310838448bf4c7638fdde2ed3858f0b539b761207d565b6106847f32f323e47a16260766659ab48c8ea888f701034d3d9f44cbc10eddbd36f55abb5f612276565b475f8080806060815b89811015611aa057368b8b838181106118b3576118b3612de6565b90506020028101906118c59190612eaa565b90506118d760c0820160a08301612f4c565b1561192357846118e75750611a98565b88156119235783836040517f7f88d078000000000000000000000000000000000000000000000000000000008152600401610661929190613013565b5f5f61192f838561227d565b915091508115611948575f965060019750505050611a98565b600161195a60e0850160c08601612f6b565b60ff16036119985783816040517f3b4c7a5f000000000000000000000000000000000000000000000000000000008152600401610661929190613013565b60026119aa60e0850160c08601612f6b565b60ff161480156119b757508a5b156119f25783816040517f7f88d078000000000000000000000000000000000000000000000000000000008152600401610661929190613013565b611a1c7f32f323e47a16260766659ab48c8ea888f701034d3d9f44cbc10eddbd36f55abb5f612276565b836001901b891798508b7f115f347c00e69f252cd6b63c4f81022a9564c6befe8aa719cb74640a4a306f0d8583604051611a57929190613013565b60405180910390a26002611a7160e0850160c08601612f6b565b60ff1603611a8157505050611aa0565b86611a90579294509192508391835b600196505050505b600101611898565b50868015611aac575083155b8015611ab757508415155b15611af25781816040517f7f88d078000000000000000000000000000000000000000000000000000000008152600401610661929190613013565b611b1b7fb6443d884791b26bde861bda91b8310838448bf4c7638fdde2ed3858f0b539b76121cc565b60408051868152602081018890524781830152905189917fab76bbf838cf18c3bcb5f75a3af9e12d5c48d60dd7a6502f4132ab6d727ec55c919081900360600190a250505050505050505050565b5f5f5b8381108015611b79575081155b15611cb6578273ffffffffffffffffffffffffffffffffffffffff16858583818110611ba757611ba7612de6565b9050602002810190611bb99190612eaa565b611bc7906020810190612d69565b73ffffffffffffffffffffffffffffffffffffffff161480611c2e575073ffffffffffffffffffffffffffffffffffffffff8316158015611c2e5750848482818110611c1557611c15612de6565b9050602002810190611c279190612eaa565b6020013515155b15611c3d576001915050611cb8565b365f868684818110611c5157611c51612de6565b9050602002810190611c639190612eaa565b611c71906040810190612edc565b91509150808201825b81601382011015611ca15786813560601c03611c995760019550611ca1565b600101611c7a565b5050505080611caf90613058565b9050611b6c565b505b9392505050565b5f73ffffffffffffffffffffffffffffffffffffffff831615611d6f576040517f70a0823100000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff83811660048301528416906370a0823190602401602060405180830381865afa158015611d46573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611d6a919061308f565b611cb8565b5073ffffffffffffffffffffffffffffffffffffffff1631919050565b73ffffffffffffffffffffffffffffffffffffffff8316611e21575f611dc2838360405180602001604052805f8152505a612673565b50905080611e1b576040517fa5b05eec00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff8416600482015260248101839052604401610661565b50505050565b60405173ffffffffffffffffffffffffffffffffffffffff8316602482015260448101829052610684908490606401604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fa9059cbb000000000000000000000000000000000000000000000000000000001790526126f9565b604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201529081018290527fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc660608201524660808201523060a08201525f9060c0015b604051602081830303815290604052805190602001209050919050565b5f7fae74c267c29f92de737b2342967f225d5cf631489bf371c446c34a43c76d7d16611f7f6020840184612d69565b611f8f6040850160208601612d69565b611f9f6060860160408701612d69565b611faf6080870160608801612d42565b611fbf60a0880160808901612d42565b60a0880135611fd160c08a018a612d82565b604051602001611fe29291906130a6565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe081840301815282825280516020918201209083019990995273ffffffffffffffffffffffffffffffffffffffff97881690820152948616606086015294909216608084015267ffffffffffffffff90811660a08401521660c082015260e081019190915261010081019190915261012001611f33565b805c156120b6576040517fb5dfd9e500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6120c1816001612276565b50565b6040805173ffffffffffffffffffffffffffffffffffffffff848116602483015283166044808301919091528251808303909101815260649091019091526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fb8874c11000000000000000000000000000000000000000000000000000000001790525f90819060609061215d3084835a612673565b90945091508315612183578180602001905181019061217c919061308f565b92506121c4565b81515f036121c4576040518060400160405280601781526020017f6f7574206f6620676173206f72206e6f20726561736f6e00000000000000000081525091505b509250925092565b6120c1815f612276565b5f5f5b8381101561221257828585838181106121f4576121f4612de6565b905060200201350361220a576001915050611cb8565b6001016121d9565b505f949350505050565b5f5f5f8484604081811061223257612232612de6565b919091013560f81c905061224960205f87896130e6565b6122529161310d565b61226060406020888a6130e6565b6122699161310d565b9250925092509250925092565b80825d5050565b5f6060600261229260e0860160c08701612f6b565b60ff1611156122ea57826122ac60e0860160c08701612f6b565b6040517f5c5d2d6b000000000000000000000000000000000000000000000000000000008152600481019290925260ff166024820152604401610661565b5f6122f86020860186612d69565b905061230a60a0860160808701612f4c565b801561236257507f000000000000000000000000000000000000000000000000000000000000000073ffffffffffffffffffffffffffffffffffffffff168173ffffffffffffffffffffffffffffffffffffffff1614155b80156123ba57507f000000000000000000000000000000000000000000000000000000000000000073ffffffffffffffffffffffffffffffffffffffff168173ffffffffffffffffffffffffffffffffffffffff1614155b15612410576040517f0919ff050000000000000000000000000000000000000000000000000000000081526004810185905273ffffffffffffffffffffffffffffffffffffffff82166024820152604401610661565b6060850135801580156124365750600161243060e0880160c08901612f6b565b60ff1614155b15612470576040517fefe0f4b600000000000000000000000000000000000000000000000000000000815260048101869052602401610661565b61248060a0870160808801612f4c565b8061249857506124936040870187612edc565b151590505b80156124b9575073ffffffffffffffffffffffffffffffffffffffff82163b155b15612550575f612545836040805173ffffffffffffffffffffffffffffffffffffffff9290921660248084019190915281518084039091018152604490920190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f674520b60000000000000000000000000000000000000000000000000000000017905290565b93509350505061266c565b5f61255e6040880188612edc565b8080601f0160208091040260200160405190810160405280939291908181526020018383808284375f92018290525093945050509083900390506125a4575a915061261b565b5f619c40603f6125b5856040613149565b6125bf9190613160565b6125c99190613198565b9050805a10156126195786815a6040517f2bb3e3ba000000000000000000000000000000000000000000000000000000008152600481019390935260248301919091526044820152606401610661565b505b61262b60a0880160808901612f4c565b61264b5761263f8388602001358385612673565b9450945050505061266c565b5f5f8251602084018686f49450846126685761266561275a565b93505b5050505b9250929050565b5f60605f5f855160208701888a88f1915061268c61275a565b905081801561269a57508415155b156126f0578573ffffffffffffffffffffffffffffffffffffffff167f541898aec092707283113bff40960b1e5b991d41aa1f0e6339a7d5ffe53627a2866040516126e791815260200190565b60405180910390a25b94509492505050565b5f5f612707845f855a612673565b9150915081158061271f575061271d848261278f565b155b15611e1b5783816040517f54a3dcad000000000000000000000000000000000000000000000000000000008152600401610661929190612e4f565b60606102003d8181111561276b5750805b6040519250808352601f19601f8201166020840101604052805f602085013e505090565b5f81515f036127b8575073ffffffffffffffffffffffffffffffffffffffff82163b15156105ce565b6020825110158015611cb85750818060200190518101906127d9919061308f565b6001149392505050565b5f602082840312156127f3575f5ffd5b81357fffffffff0000000000000000000000000000000000000000000000000000000081168114611cb8575f5ffd5b803573ffffffffffffffffffffffffffffffffffffffff81168114612845575f5ffd5b919050565b5f5f83601f84011261285a575f5ffd5b50813567ffffffffffffffff811115612871575f5ffd5b60208301915083602082850101111561266c575f5ffd5b5f5f5f5f5f6080868803121561289c575f5ffd5b6128a586612822565b94506128b360208701612822565b935060408601359250606086013567ffffffffffffffff8111156128d5575f5ffd5b6128e18882890161284a565b969995985093965092949392505050565b5f5f60408385031215612903575f5ffd5b50508035926020909101359150565b5f60e08284031215612922575f5ffd5b50919050565b5f5f83601f840112612938575f5ffd5b50813567ffffffffffffffff81111561294f575f5ffd5b6020830191508360208260051b850101111561266c575f5ffd5b5f5f5f6040848603121561297b575f5ffd5b833567ffffffffffffffff811115612991575f5ffd5b61299d86828701612912565b935050602084013567ffffffffffffffff8111156129b9575f5ffd5b6129c586828701612928565b9497909650939450505050565b5f5f5f5f5f608086880312156129e6575f5ffd5b853567ffffffffffffffff8111156129fc575f5ffd5b612a0888828901612912565b955050602086013567ffffffffffffffff811115612a24575f5ffd5b612a3088828901612928565b9699909850959660408101359660609091013595509350505050565b5f5f5f5f5f5f5f60a0888a031215612a62575f5ffd5b873567ffffffffffffffff811115612a78575f5ffd5b612a848a828b01612912565b975050602088013567ffffffffffffffff811115612aa0575f5ffd5b612aac8a828b01612928565b9097509550506040880135935060608801359250608088013567ffffffffffffffff811115612ad9575f5ffd5b612ae58a828b0161284a565b989b979a50959850939692959293505050565b5f5f5f5f5f60608688031215612b0c575f5ffd5b853567ffffffffffffffff811115612b22575f5ffd5b612b2e88828901612912565b955050602086013567ffffffffffffffff811115612b4a575f5ffd5b612b5688828901612928565b909550935050604086013567ffffffffffffffff811115612b75575f5ffd5b6128e188828901612928565b5f5f60408385031215612b92575f5ffd5b612b9b83612822565b9150612ba960208401612822565b90509250929050565b5f5f5f5f5f5f5f5f60a0898b031215612bc9575f5ffd5b612bd289612822565b9750612be060208a01612822565b9650604089013567ffffffffffffffff811115612bfb575f5ffd5b612c078b828c01612928565b909750955050606089013567ffffffffffffffff811115612c26575f5ffd5b612c328b828c01612928565b909550935050608089013567ffffffffffffffff811115612c51575f5ffd5b612c5d8b828c0161284a565b999c989b5096995094979396929594505050565b5f5f5f5f5f5f60a08789031215612c86575f5ffd5b612c8f87612822565b9550612c9d60208801612822565b94506040870135935060608701359250608087013567ffffffffffffffff811115612cc6575f5ffd5b612cd289828a0161284a565b979a9699509497509295939492505050565b5f81518084528060208401602086015e5f6020828601015260207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011685010191505092915050565b602081525f611cb86020830184612ce4565b5f60208284031215612d52575f5ffd5b813567ffffffffffffffff81168114611cb8575f5ffd5b5f60208284031215612d79575f5ffd5b611cb882612822565b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1843603018112612db5575f5ffd5b83018035915067ffffffffffffffff821115612dcf575f5ffd5b6020019150600581901b360382131561266c575f5ffd5b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b5f82357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa1833603018112612e45575f5ffd5b9190910192915050565b73ffffffffffffffffffffffffffffffffffffffff83168152604060208201525f6117536040830184612ce4565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b5f82357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff21833603018112612e45575f5ffd5b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1843603018112612f0f575f5ffd5b83018035915067ffffffffffffffff821115612f29575f5ffd5b60200191503681900382131561266c575f5ffd5b818382375f9101908152919050565b5f60208284031215612f5c575f5ffd5b81358015158114611cb8575f5ffd5b5f60208284031215612f7b575f5ffd5b813560ff81168114611cb8575f5ffd5b81515f90829060208501835b82811015612fb5578151845260209384019390910190600101612f97565b509195945050505050565b83815260406020820152816040820152818360608301375f818301606090810191909152601f9092017fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe016010192915050565b828152604060208201525f6117536040830184612ce4565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b5f7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff82036130885761308861302b565b5060010190565b5f6020828403121561309f575f5ffd5b5051919050565b5f7f07ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff8311156130d3575f5ffd5b8260051b80858437919091019392505050565b5f5f858511156130f4575f5ffd5b83861115613100575f5ffd5b5050820193919092039150565b803560208310156105ce577fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff602084900360031b1b1692915050565b80820281158282048414176105ce576105ce61302b565b5f82613193577f4e487b71000000000000000000000000000000000000000000000000000000005f52601260045260245ffd5b500490565b808201808211156105ce576105ce61302b56' as const
