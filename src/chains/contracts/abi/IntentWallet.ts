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
  '0x610100604052348015610010575f5ffd5b50604051612bbb380380612bbb83398101604081905261002f916100da565b6001600160a01b0392831660c0529082166080521660a052604080517f3d602d80600a3d3981f3363d3d373d3d3d363d730000000000000000000000006020828101919091523060601b6001600160601b03191660348301526e5af43d82803e903d91602b57fd5bf360881b6048830152825180830360370181526057909201909252805191012060e05261011a565b80516001600160a01b03811681146100d5575f5ffd5b919050565b5f5f5f606084860312156100ec575f5ffd5b6100f5846100bf565b9250610103602085016100bf565b9150610111604085016100bf565b90509250925092565b60805160a05160c05160e051612a596101625f395f610c9c01525f81816102070152610c4a01525f81816102d20152611d9101525f818161025f0152611d390152612a595ff3fe60806040526004361061010c575f3560e01c8063840ff3ab116100a1578063bc197c8111610071578063db0d78c311610057578063db0d78c3146103d0578063f23a6e61146103ef578063f698da2514610434575f5ffd5b8063bc197c8114610374578063be880c81146103bb575f5ffd5b8063840ff3ab146102f45780639e2a6da914610313578063b8874c1114610332578063b9add4b71461035f575f5ffd5b806332fe7b26116100dc57806332fe7b261461024e5780634d949e2714610281578063645381c4146102a257806369e9d2f6146102c1575f5ffd5b806301ffc9a714610117578063150b7a021461014b578063212fbe99146101c05780632dd31000146101f6575f5ffd5b3661011357005b5f5ffd5b348015610122575f5ffd5b50610136610131366004612183565b610448565b60405190151581526020015b60405180910390f35b348015610156575f5ffd5b5061018f610165366004612228565b7f150b7a020000000000000000000000000000000000000000000000000000000095945050505050565b6040517fffffffff000000000000000000000000000000000000000000000000000000009091168152602001610142565b3480156101cb575f5ffd5b506101366101da366004612292565b5f60208181529281526040808220909352908152205460ff1681565b348015610201575f5ffd5b506102297f000000000000000000000000000000000000000000000000000000000000000081565b60405173ffffffffffffffffffffffffffffffffffffffff9091168152602001610142565b348015610259575f5ffd5b506102297f000000000000000000000000000000000000000000000000000000000000000081565b34801561028c575f5ffd5b506102a061029b366004612309565b61052c565b005b3480156102ad575f5ffd5b506102a06102bc366004612372565b6108b4565b3480156102cc575f5ffd5b506102297f000000000000000000000000000000000000000000000000000000000000000081565b3480156102ff575f5ffd5b506102a061030e3660046123ec565b610949565b34801561031e575f5ffd5b506102a061032d366004612372565b610a73565b34801561033d575f5ffd5b5061035161034c366004612498565b610b2d565b604051908152602001610142565b34801561036a575f5ffd5b5061035161010081565b34801561037f575f5ffd5b5061018f61038e3660046124c9565b7fbc197c810000000000000000000000000000000000000000000000000000000098975050505050505050565b3480156103c6575f5ffd5b50610351619c4081565b3480156103db575f5ffd5b506102a06103ea366004612372565b610b86565b3480156103fa575f5ffd5b5061018f610409366004612588565b7ff23a6e61000000000000000000000000000000000000000000000000000000009695505050505050565b34801561043f575f5ffd5b50610351610be1565b5f7f01ffc9a7000000000000000000000000000000000000000000000000000000007fffffffff00000000000000000000000000000000000000000000000000000000831614806104da57507f150b7a02000000000000000000000000000000000000000000000000000000007fffffffff000000000000000000000000000000000000000000000000000000008316145b8061052657507f4e2312e0000000000000000000000000000000000000000000000000000000007fffffffff000000000000000000000000000000000000000000000000000000008316145b92915050565b61053583610c10565b61054560a08401608085016125fb565b67ffffffffffffffff164210801561059557506105656020840184612622565b73ffffffffffffffffffffffffffffffffffffffff163373ffffffffffffffffffffffffffffffffffffffff1614155b156105f4576105aa60a08401608085016125fb565b6040517fe546463900000000000000000000000000000000000000000000000000000000815267ffffffffffffffff90911660048201524260248201526044015b60405180910390fd5b5f6106056040850160208601612622565b73ffffffffffffffffffffffffffffffffffffffff1603610652576040517f1df9d1f300000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b61067b7fb6443d884791b26bde861bda91b8310838448bf4c7638fdde2ed3858f0b539b7610d51565b5f5f60605f5b84811015610839575f5f5f6106cb8989868181106106a1576106a161263b565b90506020020160208101906106b69190612622565b6106c660408d0160208e01612622565b610d98565b92509250925082610784578888858181106106e8576106e861263b565b90506020020160208101906106fd9190612622565b73ffffffffffffffffffffffffffffffffffffffff167fd60b5ca6f30e80482dd3495af97c0dccc21796f09ae64ba03a72a4f39329386b8260405161074291906126b4565b60405180910390a284515f0361077f578888858181106107645761076461263b565b90506020020160208101906107799190612622565b95509350835b61082b565b811561082b576001965061079e60408b0160208c01612622565b73ffffffffffffffffffffffffffffffffffffffff168989868181106107c6576107c661263b565b90506020020160208101906107db9190612622565b73ffffffffffffffffffffffffffffffffffffffff167fec1e5ed733e00f1a00915d56caef57b4f52312dde4f9b3165f213319a0da156b8460405161082291815260200190565b60405180910390a35b505050806001019050610681565b50821580156108485750805115155b156108835781816040517fb2dbf92b0000000000000000000000000000000000000000000000000000000081526004016105eb9291906126c6565b6108ac7fb6443d884791b26bde861bda91b8310838448bf4c7638fdde2ed3858f0b539b7610ea0565b505050505050565b6108bd85610c10565b6108cd60808601606087016125fb565b67ffffffffffffffff16421015610933576108ee60808601606087016125fb565b6040517fd34fb29c00000000000000000000000000000000000000000000000000000000815267ffffffffffffffff90911660048201524260248201526044016105eb565b61094285858585856001610eaa565b5050505050565b61095287610c10565b5f6109604688888888610f9e565b90505f61097060208a018a612622565b73ffffffffffffffffffffffffffffffffffffffff163373ffffffffffffffffffffffffffffffffffffffff16141590508015610a51575f6109d27f62d1cac7d3e3bff260bb266f65107739c83f23e9518ff5429c1246c1f6632d23846111ec565b90506109ec6109e460208c018c612622565b82878761124f565b610a4f576109fd60208b018b612622565b6040517fb4e4cee000000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff9091166004820152602481018490526044016105eb565b505b610a5c87878761146a565b610a688888848461159e565b505050505050505050565b610a7c85610c10565b610a8c6060860160408701612622565b73ffffffffffffffffffffffffffffffffffffffff163373ffffffffffffffffffffffffffffffffffffffff1614610b1f57610ace6060860160408701612622565b6040517f56baa3d100000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff90911660048201523360248201526044016105eb565b61094285858585855f610eaa565b5f333014610b69576040517fa19dbf000000000000000000000000000000000000000000000000000000000081523360048201526024016105eb565b610b738330611817565b90508015610526576105268383836118e7565b610b8f85610c10565b610b9f6060860160408701612622565b73ffffffffffffffffffffffffffffffffffffffff163373ffffffffffffffffffffffffffffffffffffffff161461093357610ace6060860160408701612622565b5f610c0b7f62d1cac7d3e3bff260bb266f65107739c83f23e9518ff5429c1246c1f6632d23611a26565b905090565b5f610c1a82611aab565b604080517fff000000000000000000000000000000000000000000000000000000000000006020808301919091527f000000000000000000000000000000000000000000000000000000000000000060601b7fffffffffffffffffffffffffffffffffffffffff000000000000000000000000166021830152603582018490527f0000000000000000000000000000000000000000000000000000000000000000605580840191909152835180840390910181526075909201909252805191012090915073ffffffffffffffffffffffffffffffffffffffff81163014610d4c576040517f73501a5b0000000000000000000000000000000000000000000000000000000081526004810183905273ffffffffffffffffffffffffffffffffffffffff821660248201526044016105eb565b505050565b805c15610d8a576040517fb5dfd9e500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b610d95816001611bd8565b50565b6040805173ffffffffffffffffffffffffffffffffffffffff848116602483015283166044808301919091528251808303909101815260649091019091526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fb8874c11000000000000000000000000000000000000000000000000000000001790525f908190606090610e313084835a611bdf565b90945091508315610e575781806020019051810190610e5091906126f4565b9250610e98565b81515f03610e98576040518060400160405280601781526020017f6f7574206f6620676173206f72206e6f20726561736f6e00000000000000000081525091505b509250925092565b610d95815f611bd8565b610eba60a08701608088016125fb565b67ffffffffffffffff164210610f1f57610eda60a08701608088016125fb565b6040517fa720ecfe00000000000000000000000000000000000000000000000000000000815267ffffffffffffffff90911660048201524260248201526044016105eb565b5f610f2d4687878787610f9e565b9050610f45610f3f60c089018961270b565b83611c03565b610f7e576040517f877402b0000000000000000000000000000000000000000000000000000000008152600481018290526024016105eb565b610f8985858561146a565b610f958686838561159e565b50505050505050565b5f808467ffffffffffffffff811115610fb957610fb961276f565b604051908082528060200260200182016040528015610fe2578160200160208202803683370190505b5090505f5b8581101561113957368787838181106110025761100261263b565b9050602002810190611014919061279c565b90507f67bf3147527398d9a00674947d7b4e5b1fdc22411670fe30839d0852c601fc026110446020830183612622565b602083013561105660408501856127d8565b604051611064929190612839565b604051908190039020606085013561108260a0870160808801612848565b61109260c0880160a08901612848565b6110a260e0890160c08a01612867565b60408051602081019990995273ffffffffffffffffffffffffffffffffffffffff909716968801969096526060870194909452608086019290925260a0850152151560c0840152151560e083015260ff1661010082015261012001604051602081830303815290604052805190602001208383815181106111255761112561263b565b602090810291909101015250600101610fe7565b507fd52381560c1fe7a2cadc37d580cc7cb709f467889df9150e96c1ada2388009998785858460405160200161116f9190612887565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181528282528051602091820120908301969096528101939093526060830191909152608082015260a081019190915260c0016040516020818303038152906040528051906020012091505095945050505050565b5f6111f683611a26565b6040517f1901000000000000000000000000000000000000000000000000000000000000602082015260228101919091526042810183905260620160405160208183030381529060405280519060200120905092915050565b5f604182148015611275575073ffffffffffffffffffffffffffffffffffffffff851615155b15611358575f5f5f6112878686611c49565b919450925090507f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a081118015906113435750604080515f81526020810180835289905260ff851691810191909152606081018390526080810182905273ffffffffffffffffffffffffffffffffffffffff89169060019060a0016020604051602081039080840390855afa158015611321573d5f5f3e3d5ffd5b5050506020604051035173ffffffffffffffffffffffffffffffffffffffff16145b156113545760019350505050611462565b5050505b8473ffffffffffffffffffffffffffffffffffffffff163b5f0361137d57505f611462565b5f848484604051602401611393939291906128bc565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0818403018152919052602080820180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f1626ba7e0000000000000000000000000000000000000000000000000000000017815282519293505f9283926208647092909184918c85fa9250601f3d111561142f575f5191505b82801561145b57507f1626ba7e0000000000000000000000000000000000000000000000000000000082145b9450505050505b949350505050565b6101008311156114b1576040517f3999d3be0000000000000000000000000000000000000000000000000000000081526004810184905261010060248201526044016105eb565b5f8281526020818152604080832084845290915290205460ff161561150c576040517f7e4dd94400000000000000000000000000000000000000000000000000000000815260048101839052602481018290526044016105eb565b5f82815260208181526040808320848452909152902080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff001660011790556115747fb6443d884791b26bde861bda91b8310838448bf4c7638fdde2ed3858f0b539b7610d51565b610d4c7f32f323e47a16260766659ab48c8ea888f701034d3d9f44cbc10eddbd36f55abb5f611bd8565b5f5f5f60605f5b878110156117a957368989838181106115c0576115c061263b565b90506020028101906115d2919061279c565b90506115e460c0820160a08301612848565b1561163057846115f457506117a1565b86156116305783836040517f7f88d0780000000000000000000000000000000000000000000000000000000081526004016105eb92919061290f565b5f5f61163c8385611ca3565b915091508115611651575f96505050506117a1565b600161166360e0850160c08601612867565b60ff16036116a15783816040517f3b4c7a5f0000000000000000000000000000000000000000000000000000000081526004016105eb92919061290f565b60026116b360e0850160c08601612867565b60ff161480156116c05750885b156116fb5783816040517f7f88d0780000000000000000000000000000000000000000000000000000000081526004016105eb92919061290f565b6117257f32f323e47a16260766659ab48c8ea888f701034d3d9f44cbc10eddbd36f55abb5f611bd8565b836001901b88179750897f115f347c00e69f252cd6b63c4f81022a9564c6befe8aa719cb74640a4a306f0d858360405161176092919061290f565b60405180910390a2600261177a60e0850160c08601612867565b60ff160361178a575050506117a9565b86611799579294509192508391835b600196505050505b6001016115a5565b506117d37fb6443d884791b26bde861bda91b8310838448bf4c7638fdde2ed3858f0b539b7610ea0565b857f3a7a2319bce6d060c98aa49682d12788f621b7e2e68701a9a082398b39da0f978560405161180591815260200190565b60405180910390a25050505050505050565b5f73ffffffffffffffffffffffffffffffffffffffff8316156118c7576040517f70a0823100000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff83811660048301528416906370a0823190602401602060405180830381865afa15801561189e573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906118c291906126f4565b6118e0565b8173ffffffffffffffffffffffffffffffffffffffff16315b9392505050565b73ffffffffffffffffffffffffffffffffffffffff831661197c575f61191d838360405180602001604052805f8152505a611bdf565b50905080611976576040517fa5b05eec00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff84166004820152602481018390526044016105eb565b50505050565b60405173ffffffffffffffffffffffffffffffffffffffff8316602482015260448101829052610d4c908490606401604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167fa9059cbb00000000000000000000000000000000000000000000000000000000179052612099565b604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201529081018290527fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc660608201524660808201523060a08201525f9060c0015b604051602081830303815290604052805190602001209050919050565b5f7fae74c267c29f92de737b2342967f225d5cf631489bf371c446c34a43c76d7d16611ada6020840184612622565b611aea6040850160208601612622565b611afa6060860160408701612622565b611b0a60808701606088016125fb565b611b1a60a08801608089016125fb565b60a0880135611b2c60c08a018a61270b565b604051602001611b3d929190612927565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe081840301815282825280516020918201209083019990995273ffffffffffffffffffffffffffffffffffffffff97881690820152948616606086015294909216608084015267ffffffffffffffff90811660a08401521660c082015260e081019190915261010081019190915261012001611a8e565b80825d5050565b5f60605f5f855160208701888a88f19150611bf86120fa565b905094509492505050565b5f5f5b83811015611c3f5782858583818110611c2157611c2161263b565b9050602002013503611c375760019150506118e0565b600101611c06565b505f949350505050565b5f5f5f84846040818110611c5f57611c5f61263b565b919091013560f81c9050611c7660205f8789612967565b611c7f9161298e565b611c8d60406020888a612967565b611c969161298e565b9250925092509250925092565b5f60606002611cb860e0860160c08701612867565b60ff161115611d105782611cd260e0860160c08701612867565b6040517f5c5d2d6b000000000000000000000000000000000000000000000000000000008152600481019290925260ff1660248201526044016105eb565b5f611d1e6020860186612622565b9050611d3060a0860160808701612848565b8015611d8857507f000000000000000000000000000000000000000000000000000000000000000073ffffffffffffffffffffffffffffffffffffffff168173ffffffffffffffffffffffffffffffffffffffff1614155b8015611de057507f000000000000000000000000000000000000000000000000000000000000000073ffffffffffffffffffffffffffffffffffffffff168173ffffffffffffffffffffffffffffffffffffffff1614155b15611e36576040517f0919ff050000000000000000000000000000000000000000000000000000000081526004810185905273ffffffffffffffffffffffffffffffffffffffff821660248201526044016105eb565b606085013580158015611e5c57506001611e5660e0880160c08901612867565b60ff1614155b15611e96576040517fefe0f4b6000000000000000000000000000000000000000000000000000000008152600481018690526024016105eb565b611ea660a0870160808801612848565b80611ebe5750611eb960408701876127d8565b151590505b8015611edf575073ffffffffffffffffffffffffffffffffffffffff82163b155b15611f76575f611f6b836040805173ffffffffffffffffffffffffffffffffffffffff9290921660248084019190915281518084039091018152604490920190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f674520b60000000000000000000000000000000000000000000000000000000017905290565b935093505050612092565b5f611f8460408801886127d8565b8080601f0160208091040260200160405190810160405280939291908181526020018383808284375f9201829052509394505050908390039050611fca575a9150612041565b5f619c40603f611fdb8560406129f7565b611fe59190612a0e565b611fef9190612a46565b9050805a101561203f5786815a6040517f2bb3e3ba0000000000000000000000000000000000000000000000000000000081526004810193909352602483019190915260448201526064016105eb565b505b61205160a0880160808901612848565b612071576120658388602001358385611bdf565b94509450505050612092565b5f5f8251602084018686f494508461208e5761208b6120fa565b93505b5050505b9250929050565b5f5f6120a7845f855a611bdf565b915091508115806120bf57506120bd848261212f565b155b156119765783816040517f54a3dcad0000000000000000000000000000000000000000000000000000000081526004016105eb9291906126c6565b60606102003d8181111561210b5750805b6040519250808352601f19601f8201166020840101604052805f602085013e505090565b5f81515f03612158575073ffffffffffffffffffffffffffffffffffffffff82163b1515610526565b60208251101580156118e057508180602001905181019061217991906126f4565b6001149392505050565b5f60208284031215612193575f5ffd5b81357fffffffff00000000000000000000000000000000000000000000000000000000811681146118e0575f5ffd5b803573ffffffffffffffffffffffffffffffffffffffff811681146121e5575f5ffd5b919050565b5f5f83601f8401126121fa575f5ffd5b50813567ffffffffffffffff811115612211575f5ffd5b602083019150836020828501011115612092575f5ffd5b5f5f5f5f5f6080868803121561223c575f5ffd5b612245866121c2565b9450612253602087016121c2565b935060408601359250606086013567ffffffffffffffff811115612275575f5ffd5b612281888289016121ea565b969995985093965092949392505050565b5f5f604083850312156122a3575f5ffd5b50508035926020909101359150565b5f60e082840312156122c2575f5ffd5b50919050565b5f5f83601f8401126122d8575f5ffd5b50813567ffffffffffffffff8111156122ef575f5ffd5b6020830191508360208260051b8501011115612092575f5ffd5b5f5f5f6040848603121561231b575f5ffd5b833567ffffffffffffffff811115612331575f5ffd5b61233d868287016122b2565b935050602084013567ffffffffffffffff811115612359575f5ffd5b612365868287016122c8565b9497909650939450505050565b5f5f5f5f5f60808688031215612386575f5ffd5b853567ffffffffffffffff81111561239c575f5ffd5b6123a8888289016122b2565b955050602086013567ffffffffffffffff8111156123c4575f5ffd5b6123d0888289016122c8565b9699909850959660408101359660609091013595509350505050565b5f5f5f5f5f5f5f60a0888a031215612402575f5ffd5b873567ffffffffffffffff811115612418575f5ffd5b6124248a828b016122b2565b975050602088013567ffffffffffffffff811115612440575f5ffd5b61244c8a828b016122c8565b9097509550506040880135935060608801359250608088013567ffffffffffffffff811115612479575f5ffd5b6124858a828b016121ea565b989b979a50959850939692959293505050565b5f5f604083850312156124a9575f5ffd5b6124b2836121c2565b91506124c0602084016121c2565b90509250929050565b5f5f5f5f5f5f5f5f60a0898b0312156124e0575f5ffd5b6124e9896121c2565b97506124f760208a016121c2565b9650604089013567ffffffffffffffff811115612512575f5ffd5b61251e8b828c016122c8565b909750955050606089013567ffffffffffffffff81111561253d575f5ffd5b6125498b828c016122c8565b909550935050608089013567ffffffffffffffff811115612568575f5ffd5b6125748b828c016121ea565b999c989b5096995094979396929594505050565b5f5f5f5f5f5f60a0878903121561259d575f5ffd5b6125a6876121c2565b95506125b4602088016121c2565b94506040870135935060608701359250608087013567ffffffffffffffff8111156125dd575f5ffd5b6125e989828a016121ea565b979a9699509497509295939492505050565b5f6020828403121561260b575f5ffd5b813567ffffffffffffffff811681146118e0575f5ffd5b5f60208284031215612632575f5ffd5b6118e0826121c2565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b5f81518084528060208401602086015e5f6020828601015260207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011685010191505092915050565b602081525f6118e06020830184612668565b73ffffffffffffffffffffffffffffffffffffffff83168152604060208201525f6114626040830184612668565b5f60208284031215612704575f5ffd5b5051919050565b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe184360301811261273e575f5ffd5b83018035915067ffffffffffffffff821115612758575f5ffd5b6020019150600581901b3603821315612092575f5ffd5b7f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b5f82357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff218336030181126127ce575f5ffd5b9190910192915050565b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe184360301811261280b575f5ffd5b83018035915067ffffffffffffffff821115612825575f5ffd5b602001915036819003821315612092575f5ffd5b818382375f9101908152919050565b5f60208284031215612858575f5ffd5b813580151581146118e0575f5ffd5b5f60208284031215612877575f5ffd5b813560ff811681146118e0575f5ffd5b81515f90829060208501835b828110156128b1578151845260209384019390910190600101612893565b509195945050505050565b83815260406020820152816040820152818360608301375f818301606090810191909152601f9092017fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe016010192915050565b828152604060208201525f6114626040830184612668565b5f7f07ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff831115612954575f5ffd5b8260051b80858437919091019392505050565b5f5f85851115612975575f5ffd5b83861115612981575f5ffd5b5050820193919092039150565b80356020831015610526577fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff602084900360031b1b1692915050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b8082028115828204841417610526576105266129ca565b5f82612a41577f4e487b71000000000000000000000000000000000000000000000000000000005f52601260045260245ffd5b500490565b80820180821115610526576105266129ca56' as const
